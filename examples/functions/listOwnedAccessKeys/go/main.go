package main

import (
	"example.com/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		found := platform.ListOwnedAccessKeysOutput(ctx, platform.ListOwnedAccessKeysOutputArgs{
			LabelSelector: pulumi.String("team=web"),
		})
		ctx.Export("keys", found.Items())
		return nil
	})
}
