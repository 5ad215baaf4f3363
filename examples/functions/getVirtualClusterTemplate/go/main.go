package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		small := vclusterplatform.LookupVirtualClusterTemplateOutput(ctx, vclusterplatform.LookupVirtualClusterTemplateOutputArgs{
			Name: pulumi.String("small"),
		})
		ctx.Export("parameters", small.Parameters())
		return nil
	})
}
