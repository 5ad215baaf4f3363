package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		ci, err := vclusterplatform.NewOwnedAccessKey(ctx, "ci", &vclusterplatform.OwnedAccessKeyArgs{
			User: pulumi.String("ci-bot"),
			Scope: vclusterplatform.AccessScopeArgs{
				VirtualClusters: vclusterplatform.ScopeVirtualClusterArray{vclusterplatform.ScopeVirtualClusterArgs{
					Project:        pulumi.String("web"),
					VirtualCluster: pulumi.String("legacy"),
				}},
			},
		})
		if err != nil {
			return err
		}
		legacy := vclusterplatform.GetVirtualClusterKubeconfigOutput(ctx, vclusterplatform.GetVirtualClusterKubeconfigOutputArgs{
			Project: pulumi.String("web"),
			Name:    pulumi.String("legacy"),
			Key:     ci.Key,
		})
		// A secret: shown only by pulumi stack output --show-secrets.
		ctx.Export("kubeconfig", legacy.Kubeconfig())
		return nil
	})
}
