package main

import (
	"example.com/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		legacy := platform.GetVirtualClusterOutput(ctx, platform.GetVirtualClusterOutputArgs{
			Project: pulumi.String("web"),
			Name:    pulumi.String("legacy"),
		})
		ctx.Export("source", legacy.Source())
		return nil
	})
}
