// npm run demo: the TypeScript example against the embedded platform, step by step, with checks.
import { readFileSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { startPlatform } from "../emulator/platform.js";
import { createStack } from "../test/support/stack";
import { rotatedKey, steps } from "./demo/steps.js";
import { virtualCluster, virtualClusterSteps } from "./demo/virtualClusterSteps.js";
import { root } from "./setup/paths.js";
import { onExit } from "./setup/processes.js";
import { duration, step } from "./setup/step.js";
import { setup } from "./setup.js";

const command = new Command("npm run demo --").option(
  "--keep",
  "leave the platform and the resources for more commands",
);

/** The command `npm run demo`. */
export async function main(args: string[]) {
  const { keep } = command.parse(args, { from: "user" }).opts<{ keep?: boolean }>();
  Object.assign(process.env, (await setup(["pulumi"])).env);
  const started = Date.now();
  const platform = await startPlatform({ api: 4 });
  const example = path.join(root, "examples", "quickstart-typescript", "index.ts");
  const env = { VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
  const stack = await createStack({ program: "typescript", source: readFileSync(example, "utf8"), env });
  const keys = await createStack({ program: "typescript", source: rotatedKey("first"), env });
  const cluster = await createStack({ program: "typescript", source: virtualCluster, env });
  for (const { dispose } of [stack, keys, cluster]) onExit(dispose);
  try {
    console.log(`\n✔ Embedded platform on ${platform.baseUrl}`);
    const all = [...steps, ...virtualClusterSteps];
    for (const { title, run } of all.filter(({ isLast }) => !(keep && isLast))) {
      const lines = await step(title, () => run({ stack, keys, cluster, platform }));
      console.log(lines.map((line) => `    ${line}`).join("\n"));
    }
    console.log(`\nEvery step did what it should (${duration(Date.now() - started)}).`);
    if (!keep) return;
    console.log(nextCommands(stack.dir, stack.env));
    await new Promise(() => setInterval(() => undefined, 2 ** 30));
  } finally {
    await platform.close();
  }
}

/** The commands that continue by hand. */
const nextCommands = (folder: string, env: Record<string, string>) =>
  [
    "\nThe platform keeps running until you press Ctrl-C. In another terminal, go on with:\n",
    ...Object.entries(env)
      .filter(([name]) => /^(PATH$|PULUMI_|VCLUSTER_)/.test(name))
      .map(([name, value]) => `export ${name}='${value}'`),
    `cd '${folder}'`,
    "pulumi up",
  ].join("\n");
