import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { generatedSdk } from "../../../scripts/setup/languages/generatedSdk.js";
import { goCompilation, goProject } from "../../../scripts/setup/languages/goProject.js";
import { type ProgramFiles, projectName } from "../../support/project";
import { describeLanguage } from "./support/describeLanguage";
import { goFolders, toolEnvironment } from "./support/toolEnvironment";

/** Programs are compiled once and not in every command, which takes seconds. */
const files: ProgramFiles = {
  create: async (folder) => {
    goProject(folder, generatedSdk("go") ?? "");
    return goFolders();
  },
  write: (folder, source) => {
    writeFileSync(path.join(folder, "main.go"), source);
    const { args, binary, env } = goCompilation(folder, toolEnvironment());
    const { status } = spawnSync("go", args, { cwd: folder, env });
    // Pulumi reports compile errors.
    const runtime = status === 0 ? `{ name: go, options: { binary: ${JSON.stringify(binary)} } }` : "go";
    writeFileSync(path.join(folder, "Pulumi.yaml"), `name: ${projectName}\nruntime: ${runtime}\n`);
  },
};

/** A program with this body of its function of `ctx`. */
const program = (body: string) => `package main

import (
	"example.com/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(run)
}

func run(ctx *pulumi.Context) error {
${body}
}
`;

const lookups = `package main

import (
	"example.com/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")
		own, err := platform.NewProvider(ctx, "own", &platform.ProviderArgs{
			BaseUrl:   pulumi.String(settings.Require("address")),
			AccessKey: settings.RequireSecret("key"),
		})
		if err != nil {
			return err
		}
		byOwn := pulumi.Provider(own)
		key, err := platform.LookupOwnedAccessKey(ctx, &platform.LookupOwnedAccessKeyArgs{Name: "bot-key"}, byOwn)
		if err != nil {
			return err
		}
		web := "team=web"
		templates, err := platform.ListSpaceTemplates(ctx, &platform.ListSpaceTemplatesArgs{LabelSelector: &web}, byOwn)
		if err != nil {
			return err
		}
		names := pulumi.StringArray{}
		for _, template := range templates.Items {
			names = append(names, pulumi.String(template.Name))
		}
		one := platform.LookupSpaceTemplateOutput(ctx, platform.LookupSpaceTemplateOutputArgs{Name: pulumi.String("one")}, byOwn)
		keys := platform.ListOwnedAccessKeysOutput(ctx, platform.ListOwnedAccessKeysOutputArgs{}, byOwn)
		cluster := platform.GetVirtualClusterOutput(ctx, platform.GetVirtualClusterOutputArgs{
			Project: pulumi.String("web"),
			Name:    pulumi.String("found"),
		}, byOwn)
		made, err := platform.NewSpaceTemplate(ctx, "made", &platform.SpaceTemplateArgs{
			Name: pulumi.String("made-by-own-provider"),
		}, byOwn)
		if err != nil {
			return err
		}
		ctx.Export("displayName", one.DisplayName())
		ctx.Export("names", names)
		ctx.Export("user", pulumi.StringPtr(*key.User))
		ctx.Export("allowCli", pulumi.BoolPtr(*key.Scope.AllowCli))
		ctx.Export("keys", pulumi.StringArray{keys.Items().Index(pulumi.Int(0)).Name()})
		ctx.Export("namespace", cluster.Namespace())
		ctx.Export("cluster", cluster.Source().Cluster())
		ctx.Export("made", made.Name)
		return nil
	})
}
`;

const freeForm = program(`	_, err := platform.NewSpaceTemplate(ctx, "free", &platform.SpaceTemplateArgs{
		DisplayName: pulumi.String("Free"),
		Template: platform.SpaceTemplateDefinitionArgs{
			Objects: pulumi.Array{pulumi.Map{
				"apiVersion": pulumi.String("v1"),
				"kind":       pulumi.String("ConfigMap"),
				"metadata":   pulumi.StringMap{"name": pulumi.String("settings")},
				"data":       pulumi.StringMap{"snake_key": pulumi.String("kept"), "camelKey": pulumi.String("kept")},
			}},
		},
		ExtraSpec: pulumi.Map{
			"owner": pulumi.StringMap{"user": pulumi.String("admin")},
			"parameters": pulumi.Array{pulumi.Map{
				"variable":     pulumi.String("pod_limit"),
				"defaultValue": pulumi.String("3"),
				"min_value":    pulumi.Int(1),
				"isRequired":   pulumi.Bool(true),
			}},
		},
	})
	return err`);

/** A program with one key per field. */
const keys = (...fields: string[]) =>
  program(
    fields
      .map(
        (
          field,
        ) => `	if _, err := platform.NewOwnedAccessKey(ctx, "ci", &platform.OwnedAccessKeyArgs{${field}}); err != nil {
		return err
	}`,
      )
      .concat("	return nil")
      .join("\n"),
  );

const unknownField = "Tll: pulumi.Int(60)";
const unknownNested = "Scope: platform.AccessScopeArgs{AllowClo: pulumi.Bool(true)}";
const otherType = 'Ttl: pulumi.String("60")';

describeLanguage({
  files,
  sdk: "go",
  example: ["go", "main.go"],
  lookups,
  freeForm,
  errors: [
    [
      "fields that are not in the types",
      keys(unknownField, unknownNested, otherType),
      [
        "unknown field Tll in struct literal",
        "unknown field AllowClo in struct literal",
        "does not implement pulumi.IntPtrInput",
      ],
    ],
    ["a value out of range", keys("Ttl: pulumi.Int(-1)"), ['property "ttl" must not be negative']],
  ],
});
