// npm run demo: the TypeScript example against the embedded platform, step by step, with checks.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { steps } from "./demo/steps.mjs";
import { Failure } from "./setup/failure.js";
import { linkPackages } from "./setup/links.js";
import { root } from "./setup/paths.js";
import { onExit, printed } from "./setup/processes.js";
import { duration, step } from "./setup/step.js";
import { runMain, setup } from "./setup.mjs";

/** The options of the command line; an unknown one fails before the first step. */
function readOptions() {
  try {
    const { keep, api } = parseArgs({
      options: { keep: { type: "boolean", default: false }, api: { type: "string", default: "3" } },
    }).values;
    if (api !== "3" && api !== "4") throw new Error(`--api must be 3 or 4, not "${api}"`);
    return { keep, api: api === "4" ? /** @type {const} */ (4) : /** @type {const} */ (3) };
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\nUsage: npm run demo [-- --keep --api 4]`);
  }
}

// API 4 has no import endpoint.
const imports = [
  /, VirtualClusterImport/,
  /\n\/\/ A virtual cluster that runs[\s\S]*?\n\}\);\n/,
  /export const virtualCluster.*\n/,
];

/**
 * A copy of the TypeScript example with its own state and none of the user's settings.
 * @param {{ baseUrl: string, accessKey: string }} platform
 * @param {3 | 4} api
 */
function createProject({ baseUrl, accessKey }, api) {
  const home = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-demo-"));
  onExit(() => rmSync(home, { recursive: true, force: true }));
  const [folder, state] = [path.join(home, "quickstart"), path.join(home, "state")];
  mkdirSync(state);
  const example = path.join(root, "examples", "quickstart-typescript");
  cpSync(example, folder, { recursive: true, filter: (file) => path.basename(file) !== "node_modules" });
  linkPackages(folder);
  if (api === 4) {
    const program = path.join(folder, "index.ts");
    const text = readFileSync(program, "utf8");
    writeFileSync(
      program,
      imports.reduce((left, part) => left.replace(part, ""), text),
    );
  }
  const settings = {
    PULUMI_HOME: path.join(home, "pulumi"),
    PULUMI_BACKEND_URL: `file://${state.replaceAll("\\", "/")}`,
    PULUMI_CONFIG_PASSPHRASE: "demo",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    VCLUSTER_PLATFORM_BASE_URL: baseUrl,
    VCLUSTER_PLATFORM_ACCESS_KEY: accessKey,
  };
  return { folder, settings };
}

/**
 * The commands that continue by hand.
 * @param {ReturnType<typeof createProject>} project
 * @param {string[]} tools
 */
function nextCommands({ folder, settings }, tools) {
  return [
    "The platform keeps running until you press Ctrl-C. In another terminal, go on with:",
    "",
    ...Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`),
    `export PATH='${tools.join(":")}':"$PATH"`,
    `cd '${folder}'`,
    "pulumi up",
  ].join("\n");
}

await runMain(async () => {
  const { keep, api } = readOptions();
  const { env, folders } = await setup(["pulumi"]);
  const started = Date.now();
  /** @type {typeof import("../emulator/platform.js")} */
  const { startPlatform } = createRequire(import.meta.url)(path.join(root, "dist", "emulator", "platform.js"));
  const platform = await startPlatform({ api });
  try {
    console.log(`\n✔ Embedded platform (API ${api}) on ${platform.baseUrl}`);
    const project = createProject(platform, api);
    let shown = "";
    const pulumi = async (/** @type {string[]} */ ...args) => {
      const own = { cwd: project.folder, env: { ...env, ...project.settings } };
      const output = await printed("pulumi", [...args, "--non-interactive", "--color", "never"], own);
      shown += output;
      return output;
    };
    for (const { title, run } of steps.filter(({ last }) => !(keep && last))) {
      const lines = await step(title, () => run({ pulumi, shown: () => shown, platform, folder: project.folder, api }));
      console.log(lines.map((line) => `    ${line}`).join("\n"));
    }
    console.log(`\nEvery step did what it should (${duration(Date.now() - started)}).`);
    if (!keep) return;
    console.log(`\n${nextCommands(project, folders)}`);
    await new Promise(() => setInterval(() => undefined, 2 ** 30));
  } finally {
    await platform.close();
  }
});
