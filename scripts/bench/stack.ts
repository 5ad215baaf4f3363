// A stack of the real engine whose program declares templates, with timed commands.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { testPath } from "../../test/support/environment";
import { createProject, type ProgramFiles, projectName } from "../../test/support/project";
import { createStack, type ExportedResource, type Stack } from "../../test/support/stack";
import { onExit } from "../setup/processes.js";
import { type Access, inputsOf, parallelism } from "./objects.js";
import { commands, type Operation, plugins, type Who } from "./samples.js";

/** The programs with dynamic resources; the inputs are in a file. */
const programs = {
  ours: `const { SpaceTemplate } = require("pulumi-vcluster-platform");
for (const each of require("./inputs.json")) new SpaceTemplate(each.name, each);
`,
  noop: `const { dynamic } = require("@pulumi/pulumi");
const provider = {
  create: async (inputs) => ({ id: inputs.name, outs: inputs }),
  update: async (id, olds, news) => ({ outs: news }),
};
for (const each of require("./inputs.json")) {
  new dynamic.Resource(provider, each.name, each, {}, "platform", "SpaceTemplate");
}
`,
};

/** A program in JavaScript, since a compiler would take most of the time. */
const dynamicFiles = (who: Who): ProgramFiles => ({
  create: async (folder) => {
    createProject(folder, "typescript");
    const runtime = "{ name: nodejs, options: { typescript: false, packagemanager: npm } }";
    writeFileSync(path.join(folder, "Pulumi.yaml"), `name: ${projectName}\nruntime: ${runtime}\n`);
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: projectName, main: "index.js" }));
    writeFileSync(path.join(folder, "index.js"), programs[who]);
    return {};
  },
  write: (folder, source) => writeFileSync(path.join(folder, "inputs.json"), source),
});

/** The text that declares templates: inputs for dynamic resources, else a YAML program. */
function declared(count: number, isDynamic: boolean, description?: string) {
  const inputs = Array.from({ length: count }, (_, index) => inputsOf(index, description));
  if (isDynamic) return JSON.stringify(inputs);
  const type = "vcluster-platform:index:SpaceTemplate";
  const resources = Object.fromEntries(inputs.map((properties) => [properties.name, { type, properties }]));
  return `resources: ${JSON.stringify(resources)}`;
}

/** Our provider or a no-op one, as a plugin or with dynamic resources. */
export interface Contender {
  who?: Who;
  isDynamic?: boolean;
}

/** Creates a stack with nothing in it yet, and removes it after its use. */
export async function withStack<T>(
  { baseUrl, accessKey }: Access,
  count: number,
  { who = "ours", isDynamic = false }: Contender,
  use: (stack: TimedStack) => Promise<T>,
): Promise<T> {
  const env = {
    PATH: [path.join(plugins[who], "bin"), testPath()].join(path.delimiter),
    // Otherwise most of the time goes into writing the state after each step.
    PULUMI_SKIP_CHECKPOINTS: "true",
    VCLUSTER_PLATFORM_BASE_URL: baseUrl,
    VCLUSTER_PLATFORM_ACCESS_KEY: accessKey,
  };
  const program = isDynamic ? dynamicFiles(who) : "yaml";
  const stack = await createStack({ program, source: declared(count, isDynamic), env });
  const forget = onExit(stack.dispose);
  try {
    return await use(timed(stack, (description) => declared(count, isDynamic, description)));
  } finally {
    stack.dispose();
    forget();
  }
}

type TimedStack = ReturnType<typeof timed>;

/** The commands of a stack; each yields its milliseconds. */
function timed(stack: Stack, source: (description?: string) => string) {
  let changes = 0;
  const time = async (...args: string[]) => {
    const started = performance.now();
    await stack.pulumi(args);
    return performance.now() - started;
  };
  return {
    preview: () => time("preview"),
    run: (operation: Operation) => {
      if (operation === "create") stack.write(source());
      if (operation === "update") stack.write(source(`Change ${++changes}`));
      const quiet = ["--yes", "--skip-preview", "--suppress-progress", "--suppress-outputs"];
      return time(commands[operation], ...quiet, "--parallel", String(parallelism));
    },
    resources: (): ExportedResource[] => JSON.parse(stack.rawStateFile()).checkpoint.latest.resources,
  };
}
