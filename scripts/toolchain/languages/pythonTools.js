// The Python that programs of the tests run with: a virtual environment, made once per machine and choice of packages.
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { cached, once } = require("../cache");
const { Failure, tail } = require("../../setup/failure");
const { programFile } = require("../../setup/paths");
const { run } = require("../../setup/processes");
const { step } = require("../../setup/step");

const requirements = path.join(__dirname, "requirements.txt");
const isWindows = process.platform === "win32";

const name = () => {
  const digest = createHash("sha256").update(fs.readFileSync(requirements)).digest("hex").slice(0, 8);
  return `python-packages-${digest}`;
};

/** @param {string} folder */
const pythonIn = (folder) => path.join(folder, isWindows ? "Scripts" : "bin", programFile("python"));

/** The `python` that has all packages; undefined where set-up could not make it. */
function pythonProgram() {
  const file = pythonIn(cached(name()));
  return fs.existsSync(file) ? file : undefined;
}

/**
 * Makes the environment unless it is there. Where there is no Python that can, tests of Python programs are skipped.
 * @param {NodeJS.ProcessEnv} env
 */
async function obtainPython(env) {
  if (pythonProgram()) return;
  const python = isWindows ? "python" : "python3";
  const able = await run(python, ["-c", "import ensurepip, venv"], { env }).catch(() => undefined);
  if (able?.code !== 0) return;
  await step(
    "Install Python packages",
    async (progress) => {
      const made = await once(name(), (aside) => install(python, aside, env, progress));
      progress.title(made ? "Python packages installed" : "No packages for Python to be had from here");
    },
    "10 s",
  );
}

/**
 * @param {string} python
 * @param {string} folder renamed later, so that only `python` itself will work of its programs
 * @param {NodeJS.ProcessEnv} env
 * @param {import("../../setup/step").Progress} progress
 * @returns {Promise<boolean>} false where the packages cannot be had
 */
async function install(python, folder, env, progress) {
  await runPython(python, ["-m", "venv", folder], env);
  const args = [...pipInstall, "--no-deps", "-r", requirements];
  const onLine = (/** @type {string} */ line) => progress.detail(line.trim());
  const { code, output } = await run(pythonIn(folder), args, { env, onLine });
  if (code !== 0) console.log(tail(output, 5));
  return code === 0;
}

const pipInstall = ["-m", "pip", "install", "--disable-pip-version-check"];

/**
 * Installs one package folder for itself into another folder, with nothing from the network.
 * @param {string} source
 * @param {string} target
 * @param {NodeJS.ProcessEnv} env
 */
async function installAlone(source, target, env) {
  const options = ["--no-deps", "--no-index", "--no-build-isolation", "--target", target];
  await runPython(pythonProgram() ?? "python3", [...pipInstall, ...options, source], env);
}

/**
 * @param {string} python
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function runPython(python, args, env) {
  const { code, output } = await run(python, args, { env });
  if (code !== 0) throw new Failure(`python ${args.join(" ")} failed:\n${tail(output)}`);
}

module.exports = { pythonProgram, obtainPython, installAlone };
