// The Python of the tests' programs: a virtual environment, made once per machine and requirements.
import fs from "node:fs";
import path from "node:path";
import { tail } from "../../setup/failure.js";
import { programFile } from "../../setup/paths.js";
import { printed, run } from "../../setup/processes.js";
import { step } from "../../setup/step.js";
import { cached, once } from "../cache.js";
import { digestOf } from "../goTools.js";

const requirements = path.join(__dirname, "requirements.txt");
const isWindows = process.platform === "win32";
const pipInstall = ["-m", "pip", "install", "--disable-pip-version-check"];

const entry = () => `python-packages-${digestOf(fs.readFileSync(requirements))}`;

const pythonIn = (folder: string) => path.join(folder, isWindows ? "Scripts" : "bin", programFile("python"));

/** The `python` that has all packages; undefined where set-up could not make it. */
export function pythonProgram() {
  const file = pythonIn(cached(entry()));
  return fs.existsSync(file) ? file : undefined;
}

/**
 * Makes the environment unless it is there. Without a Python that can, or without the packages,
 * tests of Python programs are skipped.
 */
export async function obtainPython(env: NodeJS.ProcessEnv) {
  if (pythonProgram()) return;
  const python = isWindows ? "python" : "python3";
  const able = await run(python, ["-c", "import ensurepip, venv"], { env }).catch(() => undefined);
  if (able?.code !== 0) return;
  await step("Install Python packages", () =>
    once(entry(), async (folder) => {
      // The folder is renamed later, so that only `python` itself will work of its programs.
      await printed(python, ["-m", "venv", folder], { env });
      const args = [...pipInstall, "--no-deps", "-r", requirements];
      const { code, output } = await run(pythonIn(folder), args, { env });
      if (code !== 0) console.log(`${tail(output, 5)}\n  Tests of Python programs are skipped.`);
      return code === 0;
    }),
  );
}

/** Installs one package folder for itself into another folder, with nothing from the network. */
export async function installAlone(source: string, target: string, env: NodeJS.ProcessEnv) {
  const options = ["--no-deps", "--no-index", "--no-build-isolation", "--target", target];
  await printed(pythonProgram() ?? "python3", [...pipInstall, ...options, source], { env });
}
