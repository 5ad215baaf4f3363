// The parts of Pulumi that can be built from their Go modules. One row is one tool.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

export interface GoTool {
  /** The program, as Pulumi looks for it. */
  name: string;
  /** What a person calls it. */
  title: string;
  module: string;
  version: string;
  /** The command's folder inside the module. */
  package: string;
  /** The folder of a module that is part of this repo; what it requires, its own go.mod says. */
  source?: string;
  /** A language host that is older than the engine: `hostFront` goes in front of it. */
  old?: boolean;
  /** How long a build usually takes on two cores. */
  usual: string;
  /** Only commands with this tool need the host. */
  neededBy?: Tool;
  ldflags: string;
  /** Files of the module that the program looks for beside itself. */
  scripts?: string[];
  /** The module's own replaces, which do not reach whoever requires it. */
  replaces?: Record<string, string>;
}

const strip = "-s -w";

/** The `pulumi` command itself. */
export const pulumiTool: GoTool = {
  name: "pulumi",
  title: "Pulumi",
  usual: "4 min",
  module: "github.com/pulumi/pulumi/pkg/v3",
  version: "v3.259.0",
  package: "cmd/pulumi",
  ldflags: `${strip} -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v3.259.0`,
  replaces: {
    "github.com/atotto/clipboard": "github.com/tgummerer/clipboard v0.0.0-20241001131231-d02d263e614e",
  },
};

/**
 * The language hosts. Those out of the SDK are the newest whose modules are published, and each
 * pins its own version of it; the one for YAML is what Pulumi's release has.
 */
export const languageHosts: GoTool[] = [
  {
    name: "pulumi-language-nodejs",
    title: "Pulumi's Node.js host",
    usual: "20 s",
    module: "github.com/pulumi/pulumi/sdk/v3",
    version: "v3.68.0",
    package: "nodejs/cmd/pulumi-language-nodejs",
    ldflags: strip,
    old: true,
  },
  {
    name: "pulumi-language-yaml",
    neededBy: "yaml",
    title: "Pulumi's YAML host",
    usual: "45 s",
    module: "github.com/pulumi/pulumi-yaml",
    version: "v1.38.3",
    package: "cmd/pulumi-language-yaml",
    ldflags: strip,
  },
  {
    name: "pulumi-language-python",
    neededBy: "languages",
    title: "Pulumi's Python host",
    usual: "20 s",
    module: "github.com/pulumi/pulumi/sdk/v3",
    version: "v3.78.0",
    package: "python/cmd/pulumi-language-python",
    ldflags: strip,
    old: true,
    scripts: ["python/cmd/pulumi-language-python-exec"],
  },
  {
    name: "pulumi-language-go",
    neededBy: "languages",
    title: "Pulumi's Go host",
    usual: "20 s",
    module: "github.com/pulumi/pulumi/sdk/v3",
    version: "v3.65.0",
    package: "go/pulumi-language-go",
    ldflags: strip,
    old: true,
  },
];

const sources = path.join(__dirname, "go");

/** Features that the old hosts lack: source plugins and generated SDKs. */
export const hostFront: GoTool = {
  name: "languageHost",
  title: "the wrapper of Pulumi's hosts",
  usual: "10 s",
  module: "pulumi-vcluster-platform/languagehost",
  source: path.join(sources, "languageHost"),
  version: `v${digestOf(path.join(sources, "languageHost"))}`,
  package: "",
  ldflags: strip,
};

/** A few characters that change with any file of a folder. */
function digestOf(folder: string) {
  const hash = createHash("sha256");
  for (const file of fs.readdirSync(folder).sort()) hash.update(file).update(fs.readFileSync(path.join(folder, file)));
  return hash.digest("hex").slice(0, 8);
}

/** what a command needs: Pulumi with its Node.js host, and other hosts */
export type Tool = "pulumi" | "yaml" | "languages";

/** The language hosts that a command needs. */
export const hostsFor = (tools: readonly Tool[]) =>
  languageHosts.filter(({ neededBy }) => !neededBy || tools.includes(neededBy));

/** The text of a go.mod that requires one tool and nothing else. */
export function goMod(tool: GoTool) {
  const replaces = Object.entries(tool.replaces ?? {}).map(([from, to]) => `replace ${from} => ${to}\n`);
  return `module ${tool.name}\n\ngo 1.25.0\n\nrequire ${tool.module} ${tool.version}\n${replaces.join("")}`;
}

/** The import path of a tool's command. */
export const importPath = (tool: GoTool) => path.posix.join(tool.module, tool.package);
