import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];

/** Where a program is on the PATH, by the first folder that has it. */
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
