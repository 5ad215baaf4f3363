package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		ci := vclusterplatform.LookupOwnedAccessKeyOutput(ctx, vclusterplatform.LookupOwnedAccessKeyOutputArgs{
			Name: pulumi.String("ci-key"),
		})
		ctx.Export("expiresAt", ci.ExpiresAt())
		return nil
	})
}
