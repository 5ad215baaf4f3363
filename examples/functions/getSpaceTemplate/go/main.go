package main

import (
	"example.com/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		web := platform.LookupSpaceTemplateOutput(ctx, platform.LookupSpaceTemplateOutputArgs{
			Name: pulumi.String("web-team"),
		})
		ctx.Export("displayName", web.DisplayName())
		return nil
	})
}
