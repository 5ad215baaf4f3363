package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		developers := vclusterplatform.LookupTeamOutput(ctx, vclusterplatform.LookupTeamOutputArgs{
			Name: pulumi.String("web-developers"),
		})
		ctx.Export("users", developers.Users())
		return nil
	})
}
