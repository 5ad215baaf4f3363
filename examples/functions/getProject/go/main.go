package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		web := vclusterplatform.LookupProjectOutput(ctx, vclusterplatform.LookupProjectOutputArgs{
			Name: pulumi.String("web"),
		})
		ctx.Export("namespace", web.Namespace())
		return nil
	})
}
