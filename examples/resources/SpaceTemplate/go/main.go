package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

const objects = `apiVersion: v1
kind: ResourceQuota
metadata:
  name: quota
spec:
  hard:
    pods: "20"
`

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		web, err := vclusterplatform.NewSpaceTemplate(ctx, "web", &vclusterplatform.SpaceTemplateArgs{
			DisplayName: pulumi.String("Web team"),
			Description: pulumi.String("Spaces of the web team"),
			// Who may use the template.
			Access: vclusterplatform.AccessRuleArray{vclusterplatform.AccessRuleArgs{
				Users: pulumi.ToStringArray([]string{"alice", "bob"}),
				Verbs: pulumi.ToStringArray([]string{"get"}),
			}},
			// What every space that is made from it gets.
			Template: vclusterplatform.SpaceTemplateDefinitionArgs{
				Metadata: vclusterplatform.SpaceTemplateMetadataArgs{
					Labels: pulumi.StringMap{"policy.loft.sh/pod-security": pulumi.String("baseline")},
				},
				Objects: pulumi.String(objects),
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("name", web.Name)
		return nil
	})
}
