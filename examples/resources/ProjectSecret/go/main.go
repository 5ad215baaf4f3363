package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		registry, err := vclusterplatform.NewProjectSecret(ctx, "registry", &vclusterplatform.ProjectSecretArgs{
			Name:        pulumi.String("registry"),
			Project:     pulumi.String("payments"),
			DisplayName: pulumi.String("Registry of the payments team"),
			Data: pulumi.StringMap{
				"username": pulumi.String("ci"),
				"password": config.RequireSecret(ctx, "password"),
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("name", registry.Name)
		return nil
	})
}
