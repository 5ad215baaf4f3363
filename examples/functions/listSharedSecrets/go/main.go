package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		found := vclusterplatform.ListSharedSecretsOutput(ctx, vclusterplatform.ListSharedSecretsOutputArgs{
			Namespace:     pulumi.String("vcluster-platform"),
			LabelSelector: pulumi.String("use=charts"),
		})
		ctx.Export("secrets", found.Items())
		return nil
	})
}
