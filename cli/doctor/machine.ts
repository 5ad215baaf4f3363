import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Files, systemFiles } from "../../provider/cliFacade";

/** This machine, as the checks see it. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly files: Files;
  readonly nodeVersion: string;
  /** Folder of the packages and of the Pulumi project. */
  readonly cwd: string;
  /** Limit for one request or one program. */
  readonly timeoutMs: number;
  now(): number;
}

/** The machine that runs the command. */
export const thisMachine = (cwd: string): Machine => ({
  env: process.env,
  files: systemFiles,
  nodeVersion: process.versions.node,
  cwd,
  timeoutMs: 15_000,
  now: Date.now,
});

const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];

/** File of a program on the PATH. */
export function programOnPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
