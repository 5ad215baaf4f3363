package main

import (
	"example.com/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

const day = 24 * 3600

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		ci, err := platform.NewOwnedAccessKey(ctx, "ci", &platform.OwnedAccessKeyArgs{
			DisplayName: pulumi.String("CI of the web team"),
			User:        pulumi.String("ci-bot"),
			// The first pulumi up of the last three days makes a new key.
			Ttl:                pulumi.Int(30 * day),
			RotateBeforeExpiry: pulumi.Int(3 * day),
			Scope: platform.AccessScopeArgs{
				AllowCli: pulumi.Bool(true),
				Projects: platform.ScopeProjectArray{platform.ScopeProjectArgs{Project: pulumi.String("web")}},
			},
		})
		if err != nil {
			return err
		}
		// A secret: shown only by pulumi stack output --show-secrets.
		ctx.Export("token", ci.Key)
		return nil
	})
}
