package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		charts := vclusterplatform.LookupSharedSecretOutput(ctx, vclusterplatform.LookupSharedSecretOutputArgs{
			Namespace: pulumi.String("vcluster-platform"),
			Name:      pulumi.String("charts"),
		})
		ctx.Export("displayName", charts.DisplayName())
		return nil
	})
}
