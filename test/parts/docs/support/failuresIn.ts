import { readFileSync } from "node:fs";

/** The commands of a script that failed, without the one that ran the script. */
export function failuresIn(file: string, script: string): [command: string, exitCode: number][] {
  const entries = readFileSync(file, "utf8").split("\0").slice(0, -1);
  const failed = entries.map((entry): [string, number] => {
    const [exitCode = "", command = ""] = entry.split("\t");
    return [command, Number(exitCode)];
  });
  return failed.filter(([command]) => !command.startsWith(`. "${script}"`));
}

/** Whether just these failed, in this order; what is expected says how a command begins. */
export function isAsExpected(
  failed: readonly (readonly [string, number])[],
  expected: readonly (readonly [string, number])[],
): boolean {
  const isExpected = ([command, exitCode]: readonly [string, number], index: number) =>
    command.startsWith(expected[index]?.[0] ?? "\0") && exitCode === expected[index]?.[1];
  return failed.length === expected.length && failed.every(isExpected);
}
