// The SDKs that Pulumi generates from schema.json, each once per machine and schema, ready for programs to use.
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { cached, once } = require("../cache");
const { Failure, tail } = require("../../setup/failure");
const { pulumiTool } = require("../goTools");
const { packages, root } = require("../../setup/paths");
const { run } = require("../../setup/processes");
const { generateSdk } = require("./generateSdk");
const { goCompilation, goProject } = require("./goProject");
const { installAlone } = require("./pythonTools");

/** @typedef {import("./generateSdk").SdkLanguage} SdkLanguage */

const schema = path.join(root, "schema.json");

/**
 * Installs a generated SDK as a user's package manager does.
 * Returns the folder that is ready, or undefined if the SDK's packages are unavailable.
 * @type {Record<SdkLanguage, (folder: string, env: NodeJS.ProcessEnv) => Promise<string | undefined>>}
 */
const makeReady = { nodejs: compile, python: installPython, go: compileOnce };

/**
 * The folder of a language's SDK: a Node.js package, a folder of Python's path or a Go module; undefined where set-up did
 * not make it.
 * @param {SdkLanguage} language
 */
function generatedSdk(language) {
  const folder = cached(nameOf(language));
  return fs.existsSync(folder) ? path.join(folder, "ready") : undefined;
}

/**
 * Makes a language's SDK unless it is there.
 * @param {SdkLanguage} language
 * @param {NodeJS.ProcessEnv} env one in which `pulumi` is found
 * @returns {Promise<boolean>} false where what it needs cannot be had
 */
async function obtainSdk(language, env) {
  return (await once(nameOf(language), (aside) => make(language, aside, env))) !== undefined;
}

/** @param {SdkLanguage} language */
function nameOf(language) {
  const generator = `${pulumiTool.version} ${language}`;
  const digest = createHash("sha256").update(generator).update(fs.readFileSync(schema)).digest("hex");
  return `sdk-${language}-${digest.slice(0, 8)}`;
}

/**
 * @param {SdkLanguage} language
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
async function make(language, folder, env) {
  const generated = await generateSdk(language, schema, folder, env);
  const ready = await makeReady[language](generated, env);
  if (ready === undefined) return false;
  fs.renameSync(ready, path.join(folder, "ready"));
  fs.rmSync(generated, { recursive: true, force: true });
  return true;
}

/**
 * Compiles the SDK for Node.js with the compiler of this clone.
 * @param {string} folder
 */
async function compile(folder) {
  const link = path.join(folder, "node_modules");
  fs.symlinkSync(packages, link, "junction");
  const compiler = path.join(packages, "typescript", "bin", "tsc");
  const { code, output } = await run(process.execPath, [compiler, "-p", folder]);
  if (code !== 0) throw new Failure(`The generated SDK for Node.js does not compile:\n${tail(output)}`);
  fs.copyFileSync(path.join(folder, "package.json"), path.join(folder, "bin", "package.json"));
  return path.join(folder, "bin");
}

/**
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
async function installPython(folder, env) {
  const target = path.join(folder, "installed");
  await installAlone(folder, target, env);
  return target;
}

/**
 * Compiles the SDK and Pulumi's own with it, which takes minutes the first time.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
async function compileOnce(folder, env) {
  const program = `${folder}-program`;
  goProject(program, folder);
  fs.copyFileSync(path.join(root, "examples/resources/SpaceTemplate/go/main.go"), path.join(program, "main.go"));
  const build = goCompilation(program, env);
  // Without the network, or with a Go that is too old, there is nothing wrong with the SDK.
  const needed = await run("go", ["list", "-deps", "-f", '{{""}}', "."], { cwd: program, env: build.env });
  if (needed.code !== 0) {
    console.log(tail(needed.output, 5));
    return undefined;
  }
  const { code, output } = await run("go", build.args, { cwd: program, env: build.env });
  if (code !== 0) throw new Failure(`A Go program on the generated SDK does not compile:\n${tail(output)}`);
  fs.rmSync(program, { recursive: true });
  return folder;
}

module.exports = { generatedSdk, obtainSdk };
