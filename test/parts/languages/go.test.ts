import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { generatedSdk, goCompilation, goProject, obtainSdk } from "../../../scripts/toolchain/languages/sdks.js";
import { testWith } from "../../support/needs";
import { type ProgramFiles, projectName } from "../../support/project";
import { describeLanguage } from "./describeLanguage";
import { goFolders, toolEnvironment } from "./toolEnvironment";

/** Programs are compiled once and not in every command, which takes seconds. */
const program: ProgramFiles = {
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
const goProgram = (body: string, imports = "") => `package main

import (
	"github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go/vclusterplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
${imports})

func main() {
	pulumi.Run(run)
}

func run(ctx *pulumi.Context) error {
${body}
}
`;

const lookups = goProgram(
  `	settings := config.New(ctx, "")
	own, err := vclusterplatform.NewProvider(ctx, "own", &vclusterplatform.ProviderArgs{
		BaseUrl:   pulumi.String(settings.Require("address")),
		AccessKey: settings.RequireSecret("key"),
	})
	if err != nil {
		return err
	}
	byOwn := pulumi.Provider(own)
	key, err := vclusterplatform.LookupOwnedAccessKey(ctx, &vclusterplatform.LookupOwnedAccessKeyArgs{Name: "ci-key"}, byOwn)
	if err != nil {
		return err
	}
	web := "team=web"
	templates, err := vclusterplatform.ListSpaceTemplates(ctx, &vclusterplatform.ListSpaceTemplatesArgs{LabelSelector: &web}, byOwn)
	if err != nil {
		return err
	}
	made, err := vclusterplatform.NewSpaceTemplate(ctx, "made", &vclusterplatform.SpaceTemplateArgs{
		Name:        pulumi.String("made-by-own-provider"),
		Description: own.BaseUrl,
	}, byOwn)
	if err != nil {
		return err
	}
	// Compiles only where the value is no pointer.
	var _ pulumi.StringInput = vclusterplatform.OwnedAccessKey{}.Key
	ctx.Export("names", pulumi.StringArray{pulumi.String(templates.Items[0].Name)})
	ctx.Export("user", pulumi.StringPtr(*key.User))
	ctx.Export("allowCli", pulumi.BoolPtr(*key.Scope.AllowCli))
	ctx.Export("made", made.Name)
	ctx.Export("address", own.BaseUrl)
	return nil`,
  '	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"\n',
);

const freeForm =
  goProgram(`	_, err := vclusterplatform.NewSpaceTemplate(ctx, "free", &vclusterplatform.SpaceTemplateArgs{
		DisplayName: pulumi.String("Free"),
		Template: vclusterplatform.SpaceTemplateDefinitionArgs{
			Objects: pulumi.Array{pulumi.Map{
				"apiVersion": pulumi.String("v1"),
				"kind":       pulumi.String("ConfigMap"),
				"metadata":   pulumi.StringMap{"name": pulumi.String("settings")},
				"data":       pulumi.StringMap{"snake_key": pulumi.String("kept"), "camelKey": pulumi.String("kept")},
			}},
		},
		ExtraSpec: pulumi.Map{
			"future": pulumi.StringMap{"user": pulumi.String("admin")},
			"futureList": pulumi.Array{pulumi.Map{
				"variable":     pulumi.String("pod_limit"),
				"defaultValue": pulumi.String("3"),
				"min_value":    pulumi.Int(1),
				"isRequired":   pulumi.Bool(true),
			}},
		},
	})
	return err`);

/** A program with one key per field. */
const keys = (...fields: string[]) => {
  const calls = fields.map(
    (field) => `vclusterplatform.NewOwnedAccessKey(ctx, "ci", &vclusterplatform.OwnedAccessKeyArgs{${field}})`,
  );
  return goProgram(
    `${calls.map((call) => `	if _, err := ${call}; err != nil {\n		return err\n	}\n`).join("")}	return nil`,
  );
};

const unknownField = "Tll: pulumi.Int(60)";
const unknownNested = "Scope: vclusterplatform.AccessScopeArgs{AllowClo: pulumi.Bool(true)}";
const otherType = 'Ttl: pulumi.String("60")';

describeLanguage({
  program,
  example: ["go", "main.go"],
  sdk: {
    name: "go",
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
  },
});

testWith("go")("set-up reports unavailable Go modules and omits the SDK for Go", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-"));
  const replaced = jest.replaceProperty(process, "env", { ...process.env, VCLUSTER_PLATFORM_CACHE: folder });
  const printed = jest.spyOn(console, "log").mockImplementation();
  const offline = { GOPROXY: "off", GOFLAGS: "-mod=readonly", GOMODCACHE: path.join(folder, "modules") };
  expect(await obtainSdk("go", { ...toolEnvironment(), ...offline })).toBe(false);
  expect(printed.mock.calls.flat().join("\n")).toContain("GOPROXY=off");
  expect(generatedSdk("go")).toBeUndefined();
  expect(readdirSync(folder).filter((name) => name.startsWith("sdk-"))).toEqual([]);
  replaced.restore();
  rmSync(folder, { recursive: true });
});
