// The parts of Pulumi that can be built from their Go modules. One row is one tool.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** What a command needs: Pulumi with its Node.js host, and other hosts. */
export type Tool = "pulumi" | "yaml" | "languages";

export interface GoTool {
  /** The program, as Pulumi looks for it. */
  name: string;
  module: string;
  version: string;
  /** The command's folder inside the module. */
  package: string;
  /** The folder of a module that is part of this repo; what it requires, its own go.mod says. */
  source?: string;
  /** A language host that is older than the engine: `hostFront` goes in front of it. */
  old?: boolean;
  /** How long a build takes on two cores, in this order and with an empty cache of Go. */
  usual: string;
  /** Only commands with this tool need the host. */
  neededBy?: Tool;
  /** The linker's flags beside those that leave out what debuggers need. */
  ldflags?: string;
  /** Files of the module that the program looks for beside itself. */
  scripts?: string[];
  /** The module's own replaces, which do not reach whoever requires it. */
  replaces?: Record<string, string>;
}

/** The `pulumi` command itself. */
export const pulumiTool: GoTool = {
  name: "pulumi",
  usual: "4 to 7 min",
  module: "github.com/pulumi/pulumi/pkg/v3",
  version: "v3.259.0",
  package: "cmd/pulumi",
  ldflags: "-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v3.259.0",
  replaces: {
    "github.com/atotto/clipboard": "github.com/tgummerer/clipboard v0.0.0-20241001131231-d02d263e614e",
  },
};

const sdk = { module: "github.com/pulumi/pulumi/sdk/v3", usual: "20 s", old: true };

/**
 * The language hosts. Those out of the SDK are the newest whose modules are published, and each
 * pins its own version of it; the one for YAML is what Pulumi's release has.
 */
export const languageHosts: GoTool[] = [
  {
    ...sdk,
    name: "pulumi-language-nodejs",
    version: "v3.68.0",
    package: "nodejs/cmd/pulumi-language-nodejs",
  },
  {
    name: "pulumi-language-yaml",
    neededBy: "yaml",
    usual: "45 s",
    module: "github.com/pulumi/pulumi-yaml",
    version: "v1.38.3",
    package: "cmd/pulumi-language-yaml",
  },
  {
    ...sdk,
    name: "pulumi-language-python",
    neededBy: "languages",
    version: "v3.78.0",
    package: "python/cmd/pulumi-language-python",
    scripts: ["python/cmd/pulumi-language-python-exec"],
  },
  {
    ...sdk,
    name: "pulumi-language-go",
    neededBy: "languages",
    version: "v3.65.0",
    package: "go/pulumi-language-go",
  },
];

const frontSource = path.join(__dirname, "go", "languageHost");

/** Features that the old hosts lack: source plugins and generated SDKs. */
export const hostFront: GoTool = {
  name: "languageHost",
  usual: "10 s",
  module: "pulumi-vcluster-platform/languagehost",
  source: frontSource,
  version: `v${digestOf(...filesOf(frontSource))}`,
  package: "",
};

function filesOf(folder: string) {
  const names = fs.readdirSync(folder).sort();
  return names.map((name) => fs.readFileSync(path.join(folder, name)));
}

/** A few characters that change with any of the contents. */
export function digestOf(...contents: (string | Buffer)[]) {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 8);
}

/** The language hosts that a command needs. */
export const hostsFor = (tools: readonly Tool[]) =>
  languageHosts.filter(({ neededBy }) => !neededBy || tools.includes(neededBy));

/** The text of a go.mod that requires one tool and nothing else. */
export function goMod(tool: GoTool) {
  const replaces = Object.entries(tool.replaces ?? {}).map(([from, to]) => `replace ${from} => ${to}\n`);
  return `module ${tool.name}\n\ngo 1.25.0\n\nrequire ${tool.module} ${tool.version}\n${replaces.join("")}`;
}
