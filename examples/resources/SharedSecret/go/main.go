package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		charts, err := vclusterplatform.NewSharedSecret(ctx, "charts", &vclusterplatform.SharedSecretArgs{
			Name:        pulumi.String("charts"),
			Namespace:   pulumi.String("vcluster-platform"),
			DisplayName: pulumi.String("Chart repository"),
			Data: pulumi.StringMap{
				"username": pulumi.String("ci"),
				"token":    config.RequireSecret(ctx, "token"),
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("name", charts.Name)
		return nil
	})
}
