// The parts of Pulumi that can be built from their Go modules where no release can be downloaded. One row is one tool.

/**
 * @typedef {object} GoTool
 * @property {string} name the program, as Pulumi looks for it
 * @property {string} title what a person calls it
 * @property {string} module
 * @property {string} version
 * @property {string} package the command's folder inside the module
 * @property {number} packages how many packages a build compiles at most: for progress only
 * @property {string} ldflags
 * @property {string[]} [scripts] files of the module that the program looks for beside itself
 * @property {Record<string, string>} [replaces] the module's own replaces, which do not reach whoever requires it
 */

const strip = "-s -w";

/**
 * The `pulumi` command itself.
 * @type {GoTool}
 */
const pulumiTool = {
  name: "pulumi",
  title: "Pulumi",
  module: "github.com/pulumi/pulumi/pkg/v3",
  version: "v3.259.0",
  package: "cmd/pulumi",
  packages: 1686,
  ldflags: `${strip} -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v3.259.0`,
  replaces: {
    "github.com/atotto/clipboard": "github.com/tgummerer/clipboard v0.0.0-20241001131231-d02d263e614e",
  },
};

/**
 * The language hosts. Those out of the SDK are the newest whose modules are published; each pins its own version of it.
 * @type {GoTool[]}
 */
const languageHosts = [
  {
    name: "pulumi-language-nodejs",
    title: "Pulumi's Node.js host",
    module: "github.com/pulumi/pulumi/sdk/v3",
    version: "v3.68.0",
    package: "nodejs/cmd/pulumi-language-nodejs",
    packages: 533,
    ldflags: strip,
  },
  {
    name: "pulumi-language-yaml",
    title: "Pulumi's YAML host",
    module: "github.com/pulumi/pulumi-yaml",
    version: "v1.12.0",
    package: "cmd/pulumi-language-yaml",
    packages: 647,
    ldflags: strip,
  },
  {
    name: "pulumi-language-python",
    title: "Pulumi's Python host",
    module: "github.com/pulumi/pulumi/sdk/v3",
    version: "v3.78.0",
    package: "python/cmd/pulumi-language-python",
    packages: 534,
    ldflags: strip,
    scripts: ["python/cmd/pulumi-language-python-exec"],
  },
  {
    name: "pulumi-language-go",
    title: "Pulumi's Go host",
    module: "github.com/pulumi/pulumi/sdk/v3",
    version: "v3.65.0",
    package: "go/pulumi-language-go",
    packages: 530,
    ldflags: strip,
  },
];

/**
 * The text of a go.mod that requires one tool and nothing else.
 * @param {GoTool} tool
 */
function goMod(tool) {
  const replaces = Object.entries(tool.replaces ?? {}).map(([from, to]) => `replace ${from} => ${to}\n`);
  return `module ${tool.name}\n\ngo 1.25.0\n\nrequire ${tool.module} ${tool.version}\n${replaces.join("")}`;
}

/**
 * The import path of a tool's command.
 * @param {GoTool} tool
 */
const importPath = (tool) => `${tool.module}/${tool.package}`;

module.exports = { pulumiTool, languageHosts, goMod, importPath };
