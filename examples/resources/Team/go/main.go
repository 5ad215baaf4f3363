package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		developers, err := vclusterplatform.NewTeam(ctx, "developers", &vclusterplatform.TeamArgs{
			Name:        pulumi.String("web-developers"),
			DisplayName: pulumi.String("Web developers"),
			Users:       pulumi.ToStringArray([]string{"mia", "tom"}),
			// Members of this group of the single sign-on are in the team, too.
			Groups: pulumi.ToStringArray([]string{"idp:web"}),
			ClusterRoles: vclusterplatform.NameReferenceArray{vclusterplatform.NameReferenceArgs{
				Name: pulumi.String("loft-management-project-user"),
			}},
		})
		if err != nil {
			return err
		}
		ctx.Export("name", developers.Name)
		return nil
	})
}
