package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		mia, err := vclusterplatform.NewUser(ctx, "mia", &vclusterplatform.UserArgs{
			Name:        pulumi.String("mia"),
			DisplayName: pulumi.String("Mia Keller"),
			Username:    pulumi.String("mia"),
			Email:       pulumi.String("mia@example.com"),
			// The user of the single sign-on.
			Subject: pulumi.String("mia@example.com"),
			Access: vclusterplatform.AccessRuleArray{vclusterplatform.AccessRuleArgs{
				Name:         pulumi.String("own-profile"),
				Verbs:        pulumi.ToStringArray([]string{"get"}),
				Subresources: pulumi.ToStringArray([]string{"profile"}),
				Users:        pulumi.ToStringArray([]string{"mia"}),
			}},
		})
		if err != nil {
			return err
		}
		ctx.Export("name", mia.Name)
		return nil
	})
}
