package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		found := vclusterplatform.ListVirtualClusterTemplatesOutput(ctx, vclusterplatform.ListVirtualClusterTemplatesOutputArgs{
			LabelSelector: pulumi.String("size=small"),
			Limit:         pulumi.Int(10),
		})
		ctx.Export("templates", found.Items())
		return nil
	})
}
