package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		registry := vclusterplatform.LookupProjectSecretOutput(ctx, vclusterplatform.LookupProjectSecretOutputArgs{
			Project: pulumi.String("payments"),
			Name:    pulumi.String("registry"),
		})
		ctx.Export("displayName", registry.DisplayName())
		return nil
	})
}
