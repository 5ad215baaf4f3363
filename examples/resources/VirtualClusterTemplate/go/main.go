package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

const values = `controlPlane:
  statefulSet:
    highAvailability:
      replicas: {{ .Values.replicas }}
`

const objects = `apiVersion: v1
kind: Namespace
metadata:
  name: tools
`

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		small, err := vclusterplatform.NewVirtualClusterTemplate(ctx, "small", &vclusterplatform.VirtualClusterTemplateArgs{
			Name:        pulumi.String("small"),
			DisplayName: pulumi.String("Small virtual cluster"),
			Parameters: vclusterplatform.TemplateParameterArray{vclusterplatform.TemplateParameterArgs{
				Variable:     pulumi.String("replicas"),
				Label:        pulumi.String("Replicas"),
				Type:         pulumi.String("number"),
				DefaultValue: pulumi.String("1"),
			}},
			Template: vclusterplatform.VirtualClusterDefinitionArgs{
				HelmRelease: vclusterplatform.VirtualClusterReleaseArgs{
					Chart:  vclusterplatform.VirtualClusterChartArgs{Version: pulumi.String("0.32.1")},
					Values: pulumi.String(values),
				},
				// What every virtual cluster that is made from it gets.
				Objects: pulumi.String(objects),
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("name", small.Name)
		return nil
	})
}
