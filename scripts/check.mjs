// Everything that can be wrong with the code before it runs: types, lint, format, direction of imports, generated files.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Failure } from "./setup/failure.js";
import { root } from "./setup/paths.js";
import { run } from "./setup/processes.js";
import { step } from "./setup/step.js";
import { compile, installPackages } from "./setup/workspace.js";
import { runMain } from "./setup.mjs";

const memory = "node_modules/.cache/pulumi-vcluster-platform/types.tsbuildinfo";

/**
 * One row is one check: a program of node_modules and its arguments.
 * @type {{ title: string, program: string, args: string[] }[]}
 */
const checks = [
  {
    title: "Types",
    program: "typescript/bin/tsc",
    args: ["--noEmit", "-p", "tsconfig.check.json", "--incremental", "--tsBuildInfoFile", memory],
  },
  { title: "Lint and format", program: "@biomejs/biome/bin/biome", args: ["check", "--error-on-warnings"] },
  {
    title: "Direction of imports",
    program: "dependency-cruiser/bin/dependency-cruise.mjs",
    args: ["provider", "sdk", "emulator", "cli"],
  },
];

/**
 * Runs all checks and shows what the failing ones have to say.
 * @returns {Promise<string[]>} the titles of those that failed
 */
export async function check() {
  const failed = [];
  for (const { title, program, args } of checks) {
    const file = path.join(root, "node_modules", program);
    if (!(await passes(title, () => run(process.execPath, [file, ...args], { cwd: root })))) failed.push(title);
  }
  const title = "Generated files";
  if (existsSync(path.join(root, "scripts", "generate.mjs")) && !(await passes(title, regenerate))) failed.push(title);
  return failed;
}

/**
 * @param {string} title
 * @param {() => Promise<{ code: number, output: string }>} work
 */
async function passes(title, work) {
  try {
    await step(title, async () => {
      const { code, output } = await work();
      if (code !== 0) throw new Failure(output.trim());
    });
    return true;
  } catch (error) {
    console.log(error instanceof Failure ? `${error.message}\n` : error);
    return false;
  }
}

/** Generates again; what that changes was out of date. */
async function regenerate() {
  const before = await changedFiles();
  const { code, output } = await run(process.execPath, [path.join("scripts", "generate.mjs")], { cwd: root });
  if (code !== 0) return { code, output };
  const after = await changedFiles();
  const outdated = [...after].filter(([file, digest]) => before.get(file) !== digest).map(([file]) => `  ${file}`);
  const message = `Out of date, and now generated again:\n${outdated.join("\n")}`;
  return { code: outdated.length > 0 ? 1 : 0, output: message };
}

/**
 * The files that differ from the last commit, each with a digest of its content.
 * @returns {Promise<Map<string, string>>}
 */
async function changedFiles() {
  const args = ["ls-files", "--modified", "--others", "--exclude-standard", "-z"];
  const { code, output } = await run("git", args, { cwd: root });
  const files = code === 0 ? [...new Set(output.split("\0"))].filter((file) => existsSync(path.join(root, file))) : [];
  const digest = (/** @type {string} */ file) => createHash("sha256").update(readFileSync(path.join(root, file)));
  return new Map(files.filter(Boolean).map((file) => [file, digest(file).digest("hex")]));
}

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await installPackages();
    await compile();
    return (await check()).length > 0 ? 1 : 0;
  });
}
