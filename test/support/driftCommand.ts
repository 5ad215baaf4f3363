import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Report } from "../../cli/drift/report";
import { type CommandResult, runCommand } from "./command";
import { root } from "./environment";
import { type RunningCommand, startCommand } from "./runningCommand";
import type { Stack } from "./stack";

/** The result of one run of `pulumi-vcluster-platform drift`. */
export interface DriftRun extends CommandResult {
  /** The report of `--json`; throws if the run wrote none. */
  readonly report: Report;
}

/** How one run differs from a plain one in the folder and the environment of its stack. */
export interface DriftSettings {
  readonly cwd?: string;
  /** undefined takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** A search for drift that is under way. */
export interface RunningDrift extends Omit<RunningCommand, "ended"> {
  readonly ended: Promise<DriftRun>;
}

const program = path.join(root, "bin", "pulumi-vcluster-platform");

/** Runs the built command on a stack to its end, whatever its exit code. */
export async function driftCommand(
  { folder, dir, env }: Pick<Stack, "folder" | "dir" | "env">,
  args: readonly string[] = [],
  settings: DriftSettings = {},
): Promise<DriftRun> {
  const file = freshReportFile(folder);
  const place = { cwd: settings.cwd ?? dir, env: merged(env, settings.env) };
  return withReport(await runCommand(process.execPath, [program, "drift", "--json", file, ...args], place), file);
}

/** Starts the built command on a stack in its own process group; does not wait for its end. */
export function startDrift({ folder, dir, env }: Stack, args: readonly string[] = []): RunningDrift {
  const file = freshReportFile(folder);
  const running = startCommand(process.execPath, [program, "drift", "--json", file, ...args], { cwd: dir, env });
  return { ...running, ended: running.ended.then((result) => withReport(result, file)) };
}

function freshReportFile(folder: string): string {
  const file = path.join(folder, "reports", "report.json");
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

function withReport(result: CommandResult, file: string): DriftRun {
  const text = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  return {
    ...result,
    get report() {
      if (text === undefined) throw new Error(`It wrote no report:\n${result.stdout}${result.stderr}`);
      return JSON.parse(text) as Report;
    },
  };
}

function merged(env: Record<string, string>, more: DriftSettings["env"] = {}): Record<string, string> {
  const all = Object.entries({ ...env, ...more });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
