import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Examined, examine } from "../../../cli/doctor/examine";
import type { Machine } from "../../../cli/doctor/machine";

export const root = join(__dirname, "..", "..", "..");

const missing = () => {
  throw Object.assign(new Error(), { code: "ENOENT" });
};
export const noFiles = { homedir: "/nowhere", readFile: missing };

/** Writes a shell script and returns its folder. */
export function scriptIn(folder: string, name: string, script: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

/** Writes a program that prints these words and returns its folder. */
export const programIn = (folder: string, name: string, words: string) => scriptIn(folder, name, `echo '${words}'`);

/** A machine that has everything. */
export function healthyMachine(folder: string, env: NodeJS.ProcessEnv, more: Partial<Machine> = {}): Machine {
  const path = [programIn(folder, "pulumi", "v3.259.0"), join(root, "bin")].join(delimiter);
  const common = { files: noFiles, nodeVersion: "22.1.0", cwd: root, timeoutMs: 10_000, now: Date.now };
  return { ...common, env: { PATH: path, HOME: folder, ...env }, ...more };
}

/** The lines of doctor, and their status and text by check and subject. */
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
