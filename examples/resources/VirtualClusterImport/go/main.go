package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		legacy, err := vclusterplatform.NewVirtualClusterImport(ctx, "legacy", &vclusterplatform.VirtualClusterImportArgs{
			Project: pulumi.String("web"),
			SourceVirtualCluster: vclusterplatform.SourceVirtualClusterArgs{
				Cluster:   pulumi.String("loft-cluster"),
				Namespace: pulumi.String("vcluster-legacy"),
				Name:      pulumi.String("legacy"),
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("virtualCluster", legacy.VirtualCluster)
		return nil
	})
}
