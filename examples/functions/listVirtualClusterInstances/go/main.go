package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		found := vclusterplatform.ListVirtualClusterInstancesOutput(ctx, vclusterplatform.ListVirtualClusterInstancesOutputArgs{
			Project: pulumi.String("payments"),
			Limit:   pulumi.Int(10),
		})
		ctx.Export("instances", found.Items())
		return nil
	})
}
