import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Examined, examine } from "../../../cli/doctor/examine";
import type { Machine } from "../../../cli/doctor/machine";

export const root = join(__dirname, "..", "..", "..");

export const noFiles = {
  homedir: "/nowhere",
  readFile: () => {
    throw Object.assign(new Error(), { code: "ENOENT" });
  },
};

/** Writes a program that prints these words, and gives its folder. */
export function programIn(folder: string, name: string, words: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\necho '${words}'\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

/** A machine on which everything is there. */
export function healthyMachine(folder: string, env: NodeJS.ProcessEnv, more: Partial<Machine> = {}): Machine {
  const path = [programIn(folder, "pulumi", "v3.259.0"), join(root, "bin")].join(delimiter);
  const common = { files: noFiles, nodeVersion: "22.1.0", cwd: root, timeoutMs: 10_000, now: Date.now };
  return { ...common, env: { PATH: path, HOME: folder, ...env }, ...more };
}

/** What is said of everything, by check and subject: the status, and the words. */
export async function examined(
  machine: Machine,
  explicit: Record<string, string | undefined> = {},
): Promise<{ lines: Examined[]; said: Record<string, string> }> {
  const lines = await examine({ machine, explicit });
  const said = lines.map(({ check, subject, status, message, remedy = "" }) => {
    const name = subject ? `${check} ${subject}` : check;
    return [name, `${status}: ${message}${remedy && ` | ${remedy}`}`];
  });
  return { lines, said: Object.fromEntries(said) };
}
