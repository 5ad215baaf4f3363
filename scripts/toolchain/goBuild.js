// Builds a tool from its Go module, in a module of its own, since the tools pin different versions of the same ones.
const fs = require("node:fs");
const path = require("node:path");
const { goMod, importPath } = require("./goTools");
const { programFile } = require("../setup/paths");
const { run } = require("../setup/processes");
const { Failure, tail } = require("../setup/failure");

/** @typedef {import("./goTools").GoTool} GoTool */

/**
 * The version of the Go on PATH; undefined if there is none.
 */
async function goVersion() {
  const result = await run("go", ["env", "GOVERSION"]).catch(() => undefined);
  return result?.code === 0 ? result.output.trim() : undefined;
}

/**
 * Builds a tool into a folder, which then holds nothing but the program and the scripts that it looks for beside itself.
 * @param {GoTool} tool
 * @param {string} folder
 * @param {(detail: string) => void} onProgress
 */
async function goBuild(tool, folder, onProgress) {
  const source = path.join(folder, "source");
  writeModule(tool, source);
  const target = path.join(folder, programFile(tool.name));
  const args = ["build", "-v", "-mod=mod", "-trimpath", "-ldflags", tool.ldflags, "-o", target, importPath(tool)];
  const env = { ...process.env, CGO_ENABLED: "0", GOWORK: "off", PWD: source };
  const { code, output } = await run("go", args, { cwd: source, env, onLine: buildProgress(tool, onProgress) });
  if (code !== 0) throw new Failure(`Go could not build ${tool.title} ${tool.version}:\n${tail(output)}`);
  if (tool.scripts) placeScripts(tool.scripts, await moduleFolder(tool, { cwd: source, env }), folder);
  fs.rmSync(source, { recursive: true, force: true });
}

/**
 * The module that the build runs in: the tool's own, or one that requires it, with the checksums that a build of these versions had before.
 * @param {GoTool} tool
 * @param {string} source
 */
function writeModule(tool, source) {
  if (tool.source) return fs.cpSync(tool.source, source, { recursive: true });
  fs.mkdirSync(source, { recursive: true });
  fs.writeFileSync(path.join(source, "go.mod"), goMod(tool));
  const sums = path.join(__dirname, "sums", `${tool.name}.sum`);
  if (fs.existsSync(sums)) fs.copyFileSync(sums, path.join(source, "go.sum"));
}

/**
 * Where Go keeps the module of a tool that was just built.
 * @param {GoTool} tool
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} where
 */
async function moduleFolder(tool, where) {
  const { code, output } = await run("go", ["list", "-mod=mod", "-m", "-f", "{{.Dir}}", tool.module], where);
  if (code !== 0) throw new Failure(`Go does not find the module of ${tool.title}:\n${tail(output)}`);
  return output.trim();
}

/**
 * @param {string[]} scripts paths in the module
 * @param {string} module
 * @param {string} folder
 */
function placeScripts(scripts, module, folder) {
  for (const script of scripts) {
    const target = path.join(folder, path.basename(script));
    fs.copyFileSync(path.join(module, script), target);
    // Modules are kept without the right to run or to be replaced.
    fs.chmodSync(target, 0o755);
  }
}

/**
 * Turns the lines of `go build -v` into what a person wants to know.
 * @param {GoTool} tool
 * @param {(detail: string) => void} onProgress
 * @returns {(line: string) => void}
 */
function buildProgress(tool, onProgress) {
  let modules = 0;
  let packages = 0;
  return (line) => {
    if (line.startsWith("go: downloading")) onProgress(`modules downloaded: ${++modules}`);
    else if (/^[\w./-]+$/.test(line)) onProgress(`${++packages} of at most ${tool.packages} packages compiled`);
  };
}

module.exports = { goBuild, goVersion, buildProgress };
