package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		found := vclusterplatform.ListOwnedAccessKeysOutput(ctx, vclusterplatform.ListOwnedAccessKeysOutputArgs{
			User: pulumi.String("ci-bot"),
		})
		ctx.Export("keys", found.Items())
		return nil
	})
}
