// npm run demo: the TypeScript example against the embedded platform, step by step, with everything checked.

import { parseArgs } from "node:util";
import { somebodyElse, startPlatform } from "./demo/platform.mjs";
import { createProject } from "./demo/project.mjs";
import { steps } from "./demo/steps.mjs";
import { Failure } from "./setup/failure.js";
import { duration, step } from "./setup/step.js";
import { runMain, setup } from "./setup.mjs";

/**
 * The commands that continue by hand.
 * @param {import("./demo/project.mjs").Project} project
 * @param {string[]} tools
 */
function goOn({ folder, settings }, tools) {
  const variables = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`);
  return [
    "The platform keeps running until you press Ctrl-C. In another terminal, go on with:",
    "",
    ...variables,
    `export PATH='${tools.join(":")}':"$PATH"`,
    `cd '${folder}'`,
    "pulumi up",
  ].join("\n");
}

/** The options of the command line; an unknown one fails before the first step. */
function options() {
  try {
    return parseArgs({ options: { keep: { type: "boolean", default: false } } }).values;
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\nUsage: npm run demo [-- --keep]`);
  }
}

/** Waits for Ctrl-C. */
const forever = () => new Promise(() => setInterval(() => undefined, 2 ** 30));

/** A line of Pulumi's that says what it is doing. */
const working = / (creating|updating|deleting|refreshing)/;

/** @param {string} line */
const shorten = (line) => line.trim().replaceAll(/\s+/g, " ").slice(0, 80);

/**
 * Does the steps one after the other; the first that fails ends the demo.
 * @param {import("./demo/steps.mjs").Demo} demo
 * @param {boolean} keep
 */
async function play(demo, keep) {
  for (const { title, run } of steps.filter(({ last }) => !(keep && last))) {
    const lines = await step(title, ({ detail }) =>
      run(demo, (line) => {
        if (working.test(line)) detail(shorten(line));
      }),
    );
    console.log(lines.map((line) => `    ${line}`).join("\n"));
  }
}

await runMain(async () => {
  const { keep } = options();
  const { env, folders } = await setup(["pulumi"]);
  const started = Date.now();
  console.log("");
  const platform = await step("Start the embedded platform", startPlatform);
  try {
    console.log(`    ${platform.baseUrl}`);
    const project = createProject(platform, env);
    await play({ project, platform: somebodyElse(platform) }, keep);
    console.log(`\nEvery step did what it should (${duration(Date.now() - started)}).`);
    if (!keep) return;
    console.log(`\n${goOn(project, folders)}`);
    await forever();
  } finally {
    await platform.close();
  }
});
