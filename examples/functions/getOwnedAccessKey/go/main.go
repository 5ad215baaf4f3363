package main

import (
	"example.com/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		ci := platform.LookupOwnedAccessKeyOutput(ctx, platform.LookupOwnedAccessKeyOutputArgs{
			Name: pulumi.String("ci-key"),
		})
		ctx.Export("expiresAt", ci.ExpiresAt())
		return nil
	})
}
