package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		ci, err := vclusterplatform.NewSpaceInstance(ctx, "ci", &vclusterplatform.SpaceInstanceArgs{
			Name:        pulumi.String("ci"),
			Project:     pulumi.String("payments"),
			DisplayName: pulumi.String("CI of the payments team"),
			TemplateRef: vclusterplatform.InstanceTemplateRefArgs{Name: pulumi.String("isolated")},
			// Its deletion would delete all that is in it.
		}, pulumi.Protect(true))
		if err != nil {
			return err
		}
		ctx.Export("namespace", ci.HostNamespace)
		return nil
	})
}
