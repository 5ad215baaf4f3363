package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		dev := vclusterplatform.LookupVirtualClusterInstanceOutput(ctx, vclusterplatform.LookupVirtualClusterInstanceOutputArgs{
			Project: pulumi.String("payments"),
			Name:    pulumi.String("dev"),
		})
		ctx.Export("phase", dev.Phase())
		return nil
	})
}
