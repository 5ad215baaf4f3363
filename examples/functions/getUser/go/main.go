package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		mia := vclusterplatform.LookupUserOutput(ctx, vclusterplatform.LookupUserOutputArgs{
			Name: pulumi.String("mia"),
		})
		ctx.Export("email", mia.Email())
		return nil
	})
}
