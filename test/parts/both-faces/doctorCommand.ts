import path from "node:path";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import type { Stack } from "../../support/stack";

const program = path.join(root, "bin", "pulumi-platform");

/** The result of one run of `pulumi-platform doctor`. */
export interface DoctorRun {
  readonly exitCode: number;
  /** By check and subject: the status, and the words. */
  readonly said: Readonly<Record<string, string>>;
  /** Everything that it printed. */
  readonly printed: string;
}

/** How one run differs from a plain one in the folder of the stack; undefined takes a variable out. */
export interface DoctorSettings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs the built command in the folder of a stack, for a person and for a program. */
export async function doctorCommand(stack: Stack, args: string[] = [], more: DoctorSettings = {}): Promise<DoctorRun> {
  const merged = Object.entries({ ...stack.env, ...more.env });
  const env = Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== undefined));
  const run = (...format: string[]) =>
    runCommand(process.execPath, [program, "doctor", ...format, ...args], { cwd: more.cwd ?? stack.dir, env });
  const [text, json] = await Promise.all([run(), run("--json")]);
  const printed = text.stdout + text.stderr + json.stdout + json.stderr;
  if (json.stdout === "") throw new Error(`It gave no report:\n${printed}`);
  const checks: Record<string, string | null>[] = JSON.parse(json.stdout).checks;
  const said = checks.map(({ check, subject, status, message, remedy }) => [
    subject ? `${check} ${subject}` : check,
    `${status}: ${message}${remedy ? ` | ${remedy}` : ""}`,
  ]);
  return { exitCode: json.exitCode, said: Object.fromEntries(said), printed };
}
