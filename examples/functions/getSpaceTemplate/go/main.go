package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		web := vclusterplatform.LookupSpaceTemplateOutput(ctx, vclusterplatform.LookupSpaceTemplateOutputArgs{
			Name: pulumi.String("web-team"),
		})
		ctx.Export("displayName", web.DisplayName())
		return nil
	})
}
