package main

import (
	"example.com/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		found := platform.ListSpaceTemplatesOutput(ctx, platform.ListSpaceTemplatesOutputArgs{
			LabelSelector: pulumi.String("team=web"),
			Limit:         pulumi.Int(10),
		})
		ctx.Export("templates", found.Items())
		return nil
	})
}
