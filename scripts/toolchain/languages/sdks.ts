// The SDKs that Pulumi generates from schema.json, each once per machine and schema.
import fs from "node:fs";
import path from "node:path";
import { Failure, tail } from "../../setup/failure.js";
import { findProgram, packages, programFile, root, searchPath } from "../../setup/paths.js";
import { printed, run } from "../../setup/processes.js";
import { step } from "../../setup/step.js";
import { cached, once } from "../cache.js";
import { digestOf, pulumiTool } from "../goTools.js";
import { installAlone, obtainPython, pythonProgram } from "./python.js";

export type SdkLanguage = "nodejs" | "python" | "go";

const schema = path.join(root, "schema.json");

/**
 * Lets Pulumi generate the SDK of a language, without the plugins and settings of this user.
 * @param env one in which `pulumi` is found
 * @returns the folder of the SDK, below the folder
 */
export async function generateSdk(
  language: SdkLanguage,
  schema: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const args = ["package", "gen-sdk", schema, "--language", language, "--out", folder, "--non-interactive"];
  const home = path.join(folder, "home");
  const own = { ...env, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" };
  await printed("pulumi", args, { cwd: folder, env: own });
  fs.rmSync(home, { recursive: true, force: true });
  return path.join(folder, language);
}

/**
 * The folder of a language's SDK: a Node.js package, a folder of Python's path or a Go module;
 * undefined where set-up did not make it.
 */
export function generatedSdk(language: SdkLanguage) {
  const folder = cached(entryOf(language));
  return fs.existsSync(folder) ? path.join(folder, "ready") : undefined;
}

const entryOf = (language: SdkLanguage) =>
  `sdk-${language}-${digestOf(`${pulumiTool.version} ${language}`, fs.readFileSync(schema))}`;

/**
 * Installs a generated SDK as a user's package manager does. Returns the folder that is ready, or
 * undefined if the SDK's packages are unavailable.
 */
const makeReady: Record<SdkLanguage, (folder: string, env: NodeJS.ProcessEnv) => Promise<string | undefined>> = {
  nodejs: async (folder) => {
    fs.symlinkSync(packages, path.join(folder, "node_modules"), "junction");
    await printed(process.execPath, [path.join(packages, "typescript", "bin", "tsc"), "-p", folder]);
    fs.copyFileSync(path.join(folder, "package.json"), path.join(folder, "bin", "package.json"));
    return path.join(folder, "bin");
  },
  python: async (folder, env) => {
    const target = path.join(folder, "installed");
    await installAlone(folder, target, env);
    return target;
  },
  go: compileGo,
};

/** Compiles the SDK and Pulumi's own with it, which takes minutes the first time. */
async function compileGo(folder: string, env: NodeJS.ProcessEnv) {
  const program = `${folder}-program`;
  goProject(program, folder);
  fs.copyFileSync(path.join(root, "examples/resources/SpaceTemplate/go/main.go"), path.join(program, "main.go"));
  const build = goCompilation(program, env);
  const where = { cwd: program, env: build.env };
  // Without the network, or with a Go that is too old, there is nothing wrong with the SDK.
  const needed = await run("go", ["list", "-deps", "-f", '{{""}}', "."], where);
  if (needed.code !== 0) {
    console.log(tail(needed.output, 5));
    return undefined;
  }
  const { code, output } = await run("go", build.args, where);
  if (code !== 0) throw new Failure(`A Go program on the generated SDK does not compile:\n${tail(output)}`);
  fs.rmSync(program, { recursive: true });
  return folder;
}

/**
 * Makes a language's SDK unless it is there.
 * @param env one in which `pulumi` is found
 * @returns false if its packages are unavailable
 */
export async function obtainSdk(language: SdkLanguage, env: NodeJS.ProcessEnv): Promise<boolean> {
  const folder = await once(entryOf(language), async (aside) => {
    const generated = await generateSdk(language, schema, aside, env);
    const ready = await makeReady[language](generated, env);
    if (ready === undefined) return false;
    fs.renameSync(ready, path.join(aside, "ready"));
    fs.rmSync(generated, { recursive: true, force: true });
    return true;
  });
  return folder !== undefined;
}

/**
 * Writes the module of a Go program on the generated SDK, as `pulumi package add` would have left
 * it.
 */
export function goProject(folder: string, sdk: string) {
  fs.mkdirSync(path.join(folder, "sdks"), { recursive: true });
  for (const file of ["go.mod", "go.sum"]) fs.copyFileSync(path.join(__dirname, file), path.join(folder, file));
  fs.cpSync(sdk, path.join(folder, "sdks", "vcluster-platform"), { recursive: true });
}

/** How the program is compiled. Without what debuggers need it takes half the time. */
export function goCompilation(folder: string, env: NodeJS.ProcessEnv) {
  const binary = path.join(folder, programFile("program"));
  return { args: ["build", "-ldflags=-s -w", "-o", binary, "."], binary, env: { ...env, GOWORK: "off", PWD: folder } };
}

/**
 * Prepares programs in Python, Go and TypeScript on the generated SDKs. Tests are skipped where
 * something is unavailable.
 * @param env one in which `pulumi` is found
 */
export async function prepareLanguages(env: NodeJS.ProcessEnv) {
  await obtainPython(env);
  await prepare("nodejs", env);
  if (pythonProgram()) await prepare("python", env);
  if (findProgram("go", searchPath(env.PATH))) await prepare("go", env, "90 s");
}

async function prepare(language: SdkLanguage, env: NodeJS.ProcessEnv, usual?: string) {
  if (generatedSdk(language)) return;
  const made = await step(`Generate the SDK for ${language}`, () => obtainSdk(language, env), usual);
  if (!made) console.log(`  Packages of this SDK are unavailable: tests of ${language} programs are skipped.`);
}
