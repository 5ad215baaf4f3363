package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		viewer, err := vclusterplatform.NewPlatformObject(ctx, "viewer", &vclusterplatform.PlatformObjectArgs{
			Kind:   pulumi.String("ClusterRoleTemplate"),
			Name:   pulumi.String("web-viewer"),
			Labels: pulumi.StringMap{"loft.sh/project-role": pulumi.String("true")},
			Spec: pulumi.Map{
				"displayName": pulumi.String("Viewer of web projects"),
				"management":  pulumi.Bool(true),
				"clusterRoleTemplate": pulumi.Map{
					"rules": pulumi.Array{pulumi.Map{
						"apiGroups": pulumi.ToStringArray([]string{"management.loft.sh"}),
						"resources": pulumi.ToStringArray([]string{"projects"}),
						"verbs":     pulumi.ToStringArray([]string{"get", "list"}),
					}},
				},
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("plural", viewer.Plural)
		return nil
	})
}
