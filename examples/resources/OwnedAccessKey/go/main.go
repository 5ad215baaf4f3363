package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

const day = 24 * 3600

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		ci, err := vclusterplatform.NewOwnedAccessKey(ctx, "ci", &vclusterplatform.OwnedAccessKeyArgs{
			DisplayName: pulumi.String("CI of the web team"),
			Type:        pulumi.String("User"),
			User:        pulumi.String("ci-bot"),
			// The first pulumi up of the last three days makes a new key.
			Ttl:                pulumi.Int(30 * day),
			RotateBeforeExpiry: pulumi.Int(3 * day),
			Scope: vclusterplatform.AccessScopeArgs{
				AllowCli: pulumi.Bool(true),
				Projects: vclusterplatform.ScopeProjectArray{vclusterplatform.ScopeProjectArgs{Project: pulumi.String("web")}},
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
