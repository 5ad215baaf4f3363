package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		legacy := vclusterplatform.GetVirtualClusterOutput(ctx, vclusterplatform.GetVirtualClusterOutputArgs{
			Project: pulumi.String("web"),
			Name:    pulumi.String("legacy"),
		})
		ctx.Export("source", legacy.Source())
		return nil
	})
}
