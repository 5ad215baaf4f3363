import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Examined, examine } from "../../../cli/doctor/examine";
import type { Machine } from "../../../cli/doctor/machine";

export { root } from "../../support/environment";

export const noFiles = {
  homedir: "/nowhere",
  readFile: (): never => {
    throw Object.assign(new Error(), { code: "ENOENT" });
  },
};

export function scriptIn(folder: string, name: string, script: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

export const programIn = (folder: string, name: string, words: string) => scriptIn(folder, name, `echo '${words}'`);

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
