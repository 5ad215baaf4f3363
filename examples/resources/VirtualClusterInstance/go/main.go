package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		dev, err := vclusterplatform.NewVirtualClusterInstance(ctx, "dev", &vclusterplatform.VirtualClusterInstanceArgs{
			Name:    pulumi.String("dev"),
			Project: pulumi.String("payments"),
			Owner:   vclusterplatform.ObjectOwnerArgs{Team: pulumi.String("payments-devs")},
			TemplateRef: vclusterplatform.InstanceTemplateRefArgs{
				Name:    pulumi.String("small"),
				Version: pulumi.String("1.0.x"),
			},
			Parameters: pulumi.Map{"replicas": pulumi.Int(3)},
			// Its deletion would delete all that runs in it.
		}, pulumi.Protect(true))
		if err != nil {
			return err
		}
		ctx.Export("cluster", dev.Cluster)
		return nil
	})
}
