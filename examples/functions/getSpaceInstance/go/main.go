package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		ci := vclusterplatform.LookupSpaceInstanceOutput(ctx, vclusterplatform.LookupSpaceInstanceOutputArgs{
			Project: pulumi.String("payments"),
			Name:    pulumi.String("ci"),
		})
		ctx.Export("phase", ci.Phase())
		return nil
	})
}
