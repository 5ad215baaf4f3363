package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		payments, err := vclusterplatform.NewProject(ctx, "payments", &vclusterplatform.ProjectArgs{
			Name:            pulumi.String("payments"),
			DisplayName:     pulumi.String("Payments"),
			AllowedClusters: vclusterplatform.NameReferenceArray{vclusterplatform.NameReferenceArgs{Name: pulumi.String("*")}},
			Members: vclusterplatform.ProjectMemberArray{vclusterplatform.ProjectMemberArgs{
				Kind:        pulumi.String("Team"),
				Group:       pulumi.String("storage.loft.sh"),
				Name:        pulumi.String("payments"),
				ClusterRole: pulumi.String("loft-management-project-user"),
			}},
			Quotas: vclusterplatform.ProjectQuotasArgs{
				Project: pulumi.StringMap{"virtualclusterinstances": pulumi.String("10")},
				User:    pulumi.StringMap{"virtualclusterinstances": pulumi.String("3")},
			},
			// A deletion takes all that is in the project with it.
		}, pulumi.Protect(true))
		if err != nil {
			return err
		}
		ctx.Export("namespace", payments.Namespace)
		return nil
	})
}
