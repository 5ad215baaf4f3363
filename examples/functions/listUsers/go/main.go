package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		found := vclusterplatform.ListUsersOutput(ctx, vclusterplatform.ListUsersOutputArgs{
			LabelSelector: pulumi.String("department=shop"),
			Limit:         pulumi.Int(10),
		})
		ctx.Export("users", found.Items())
		return nil
	})
}
