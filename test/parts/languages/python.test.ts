import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pythonProgram } from "../../../scripts/toolchain/languages/python.js";
import { generatedSdk } from "../../../scripts/toolchain/languages/sdks.js";
import { testPath } from "../../support/environment";
import { type ProgramFiles, projectName } from "../../support/project";
import { describeLanguage } from "./describeLanguage";

const program: ProgramFiles = {
  create: async (folder) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "Pulumi.yaml"), `name: ${projectName}\nruntime: python\n`);
    const PATH = [path.dirname(pythonProgram() ?? ""), testPath()].join(path.delimiter);
    return { PATH, PYTHONPATH: generatedSdk("python") ?? "" };
  },
  write: (folder, source) => writeFileSync(path.join(folder, "__main__.py"), source),
};

const lookups = `
import pulumi
import pulumi_vcluster_platform as platform

config = pulumi.Config()
own = platform.Provider("own", base_url=config.require("address"), access_key=config.require_secret("key"))
by_own = pulumi.InvokeOptions(provider=own)

key = platform.get_owned_access_key(name="ci-key", opts=by_own)
templates = platform.list_space_templates(label_selector="team=web", opts=by_own)
made = platform.SpaceTemplate(
    "made", name="made-by-own-provider", description=own.base_url, opts=pulumi.ResourceOptions(provider=own)
)

pulumi.export("names", [template.name for template in templates.items])
pulumi.export("user", key.user)
pulumi.export("allowCli", key.scope.allow_cli)
pulumi.export("made", made.name)
pulumi.export("address", own.base_url)
`;

const freeForm = `
import pulumi_vcluster_platform as platform

platform.SpaceTemplate(
    "free",
    display_name="Free",
    template={
        "objects": [
            {
                "apiVersion": "v1",
                "kind": "ConfigMap",
                "metadata": {"name": "settings"},
                "data": {"snake_key": "kept", "camelKey": "kept"},
            }
        ]
    },
    extra_spec={
        "future": {"user": "admin"},
        "futureList": [{"variable": "pod_limit", "defaultValue": "3", "min_value": 1, "isRequired": True}],
    },
)
`;

const key = (fields: string) => `
import pulumi_vcluster_platform as platform

platform.OwnedAccessKey("ci", user="ci-bot", ${fields})
`;

describeLanguage({
  program,
  example: ["python", "__main__.py"],
  // Pulumi's Python SDK exports the fields of a result by their Python names.
  ownOutputs: {
    listSpaceTemplates: { templates: [expect.objectContaining({ name: "web-team", display_name: "Web" })] },
  },
  sdk: {
    name: "python",
    lookups,
    freeForm,
    errors: [
      ["an unknown field", key("tll=60"), ["unexpected keyword argument 'tll'"]],
      [
        "an unknown field of a dictionary",
        key('scope={"allow_clo": True}'),
        ['property "scope.allow_clo" is not a property'],
      ],
      ["a value out of range", key("ttl=-1"), ['property "ttl" must not be negative']],
    ],
  },
});
