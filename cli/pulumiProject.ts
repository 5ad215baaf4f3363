import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Machine, programOnPath } from "./doctor/machine";
import { engineFailure } from "./drift/engine/failure";
import { UsageError } from "./program";

const projectFiles = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** Folder of the Pulumi project, here or above; undefined outside. */
export function projectFolder(from: string): string | undefined {
  const folder = resolve(from);
  if (projectFiles.some((file) => existsSync(join(folder, file)))) return folder;
  return dirname(folder) === folder ? undefined : projectFolder(dirname(folder));
}

/** Message for a folder outside of any project. */
export const outsideProject = (folder: string): string =>
  `${resolve(folder)} belongs to no Pulumi project. Run it in the project's folder, or say where that is: --cwd <folder>`;

/** Stack name for Pulumi, without a project: it would read project/name as organization/name. */
export const nameForPulumi = (given: string): string => given.replace(/^[^/]+\/([^/]+)$/, "$1");

/** Refuses a name such as project/name with another project than the folder's. */
export function refuseOtherProject(given: string, project: string | undefined): void {
  const named = given.split("/").at(-2);
  if (named === undefined || project === undefined || named === project) return;
  const hint = "A name with an organization has three parts: organization/project/name";
  throw new UsageError(`--stack ${given}: the project of this folder is ${project}, not ${named}. ${hint}`);
}

/** A stack of a Pulumi project. */
interface PulumiStack {
  /** Folder of the project. */
  readonly folder: string;
  /** With organization and project, where the backend has them. */
  readonly fullName: string;
  /** Without the default organization. */
  readonly shownName: string;
}

/** Finds a stack, by default the selected one; undefined outside of a project. */
export async function findStack(
  given: string | undefined,
  pulumiOptions: PulumiOptions,
): Promise<PulumiStack | undefined> {
  const folder = projectFolder(pulumiOptions.cwd);
  if (folder === undefined && given === undefined) return undefined;
  if (folder === undefined) throw new UsageError(outsideProject(pulumiOptions.cwd));
  const name = given === undefined ? undefined : nameForPulumi(given);
  const stackOption = name === undefined ? [] : ["--stack", name];
  const output = await runPulumi(
    ["stack", "--show-name", "--fully-qualify-stack-names", ...stackOption],
    pulumiOptions,
  );
  const fullName = output.trim();
  if (given !== undefined) refuseOtherProject(given, fullName.split("/").at(-2));
  return { folder, fullName, shownName: name ?? fullName.replace(/^organization\/[^/]+\//, "") };
}

// Enough for a state of thousands of resources.
const maxOutputBytes = 256 * 1024 * 1024;

/** Environment and time limit of a Pulumi command. */
export type PulumiOptions = Pick<Machine, "env" | "cwd" | "timeoutMs">;

/** A failed Pulumi command. The message has its error lines, never its output. */
export class PulumiFailure extends Error {}

/** Output of a Pulumi command, run without questions and with a time limit. */
export async function runPulumi(args: readonly string[], { env, cwd, timeoutMs }: PulumiOptions): Promise<string> {
  // A program that hangs may ignore SIGTERM.
  const limits = { timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: maxOutputBytes } as const;
  const options = { cwd, env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" }, ...limits };
  const all = [...args, "--non-interactive", "--color", "never"];
  const running = promisify(execFile)(programOnPath("pulumi", env) ?? "pulumi", all, options);
  running.child.stdin?.end();
  try {
    return (await running).stdout;
  } catch (error) {
    throw new PulumiFailure(failureMessage(args[0] ?? "", error as FailedCommand, timeoutMs));
  }
}

type FailedCommand = Error & { code?: unknown; killed?: boolean; signal?: string; stderr?: string };

function failureMessage(command: string, { code, killed, signal, stderr }: FailedCommand, timeoutMs: number): string {
  if (killed) return `pulumi ${command} gave no answer within ${timeoutMs / 1000} s, and was ended`;
  // An error in the form of the Automation API.
  return engineFailure({ commandResult: { err: { exitCode: code, signal, stderr, code } } }).message;
}
