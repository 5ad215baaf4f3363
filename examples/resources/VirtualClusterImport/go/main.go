package main

import (
	"example.com/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		legacy, err := platform.NewVirtualClusterImport(ctx, "legacy", &platform.VirtualClusterImportArgs{
			Project: pulumi.String("web"),
			SourceVirtualCluster: platform.SourceVirtualClusterArgs{
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
