// npm test: set-up, checks, unit tests, end-to-end tests, and one closing line. Extra arguments go to jest.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { check } from "./check.mjs";
import { prepareLanguages } from "./setup/languages/prepareLanguages.js";
import { root } from "./setup/paths.js";
import { onExit, run } from "./setup/processes.js";
import { runMain, setup } from "./setup.mjs";
import { propertyRuns } from "./testing/effort.js";
import { summary } from "./testing/summary.js";

/** End-to-end tests mostly wait for Pulumi, so they fill every core. */
const projects = { unit: [], e2e: ["--maxWorkers=100%"] };

/** Arguments by which somebody chooses the number of workers. */
const chooseWorkers = /^(-w|-i|--maxWorkers|--runInBand)/;

const jest = path.join(root, "node_modules", "jest", "bin", "jest.js");

/**
 * How the projects are run, the second time with as few tries as in `npm test`: what makes the provider fast changes nothing that it does, so everything holds without it as well.
 * @type {{ name: string, env: NodeJS.ProcessEnv }[]}
 */
const passes = [
  { name: "", env: {} },
  { name: " without what makes the provider fast", env: { PULUMI_PLATFORM_WITHOUT: "all", TEST_FULL: "" } },
];

/**
 * Runs one of jest's projects and shows its output.
 * @param {string} project
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, folder: string, name: string }} context
 * @returns {Promise<import("./testing/summary.js").Run>}
 */
async function runProject(project, args, { env, folder, name }) {
  console.log(`\nTests: ${project}${name}`);
  const file = path.join(folder, `${project}${name}.json`);
  const own = ["--selectProjects", project, "--json", "--outputFile", file, "--passWithNoTests"];
  const { code } = await run(process.execPath, [jest, ...own, ...args], { cwd: root, env, show: true });
  return { code, report: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined };
}

/**
 * Whether the unit tests notice enough of what could be wrong with the provider.
 * @param {NodeJS.ProcessEnv} env
 */
async function killsMutants(env) {
  console.log("\nMutation");
  const script = path.join(root, "scripts", "mutation.mjs");
  return (await run(process.execPath, [script], { cwd: root, env, show: true })).code === 0;
}

await runMain(async () => {
  const args = process.argv.slice(2).filter((arg) => arg !== "--full");
  const isFull = args.length < process.argv.length - 2;
  const env = { ...(await setup()).env, ...(isFull ? { TEST_FULL: "1" } : {}) };
  await prepareLanguages(env);
  const failedChecks = await check();
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-platform-report-"));
  onExit(() => rmSync(folder, { recursive: true, force: true }));
  /** @type {import("./testing/summary.js").Run[]} */
  const runs = [];
  for (const { name, env: more } of isFull ? passes : passes.slice(0, 1)) {
    const context = { name, folder, env: { ...env, ...more } };
    for (const [project, own] of Object.entries(projects)) {
      const all = args.some((arg) => chooseWorkers.test(arg)) ? args : [...own, ...args];
      runs.push(await runProject(project, all, context));
    }
  }
  if (isFull && !(await killsMutants(env))) failedChecks.push("Mutation");
  const { lines, exitCode } = summary(runs, failedChecks, Boolean(process.env.CI) && process.env.CI !== "false");
  console.log(`\nEach property was tried ${propertyRuns(env)} times.\n${lines.join("\n")}`);
  return exitCode;
});
