import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CommandResult, runCommand } from "./command";
import { testEnvironment } from "./environment";
import { type ProgramFiles, type ProgramKind, programFiles } from "./project";
import { backendUrl, passphrase, stateFileIn, writeStackFiles } from "./stackFiles";

/** Name of every test's stack. */
export const stackName = "dev";

/** A program, its configuration and its environment. */
export interface StackOptions {
  program: ProgramKind | ProgramFiles;
  /** Text of the program. For YAML, the part after the head (`resources:`, `outputs:`, ...). */
  source: string;
  config?: Record<string, string>;
  secretConfig?: Record<string, string>;
  env?: Record<string, string>;
  /** Folder of an existing project, in which only the program is written. */
  project?: string;
  /** true: a TypeScript program is type-checked, which takes a second or two per run. */
  typecheck?: boolean;
}

/** How one command of a stack runs. */
export interface CommandOptions {
  /** false: a failing command is a result, not an exception. */
  expectSuccess?: boolean;
  env?: Record<string, string>;
}

type Verb = (args?: string[], options?: CommandOptions) => Promise<CommandResult>;

/** A stack of the real engine, isolated from the rest of this machine. */
export interface Stack {
  /** Folder of the program, the state, the home folder and temporary files. */
  folder: string;
  /** Folder of the program. */
  dir: string;
  /** Environment of every command. */
  env: Record<string, string>;
  up: Verb;
  preview: Verb;
  refresh: Verb;
  destroy: Verb;
  /** Any other command of `pulumi` in the selected stack. */
  pulumi: (args: string[], options?: CommandOptions) => Promise<CommandResult>;
  importResource: (
    type: string,
    name: string,
    id: string,
    args?: string[],
    options?: CommandOptions,
  ) => Promise<CommandResult>;
  outputs: (options?: { showSecrets?: boolean }) => Promise<Record<string, unknown>>;
  /** The state as `pulumi stack export` shows it. */
  exportState: () => Promise<ExportedState>;
  /** Path of the state file. */
  stateFile: string;
  /** Text of the state file. */
  rawStateFile: () => string;
  setConfig: (config: Record<string, string>, secretConfig?: Record<string, string>) => Promise<void>;
  /** Replaces the program. */
  write: (source: string) => void;
  /** Output of all commands so far. */
  allOutput: () => string;
  /** Removes the folder and keeps the resources. */
  dispose: () => void;
}

/** The parts of an exported state that tests look at. */
export interface ExportedState {
  version: number;
  deployment: { resources?: ExportedResource[]; pending_operations?: unknown[] };
}

/** One resource of an exported state. */
export interface ExportedResource {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
}

/** Creates a stack with its program and configuration; no resource exists yet. */
export async function createStack(options: StackOptions): Promise<Stack> {
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-"));
  const dir = options.project ?? path.join(folder, "program");
  const files = typeof options.program === "string" ? programFiles(options.program) : options.program;
  const added = options.project ? {} : await files.create(dir);
  const env = { ...isolatedEnvironment(folder, options), ...added, ...options.env };
  files.write(dir, options.source);
  const places = { dir, state: stateFolder(folder), home: env.PULUMI_HOME as string, stackName };
  writeStackFiles(places, options.config ?? {}, options.secretConfig ?? {});
  return stackIn(folder, dir, env, files);
}

const stateFolder = (folder: string) => path.join(folder, "state");

function isolatedEnvironment(folder: string, options: StackOptions): Record<string, string> {
  const home = path.join(folder, "home");
  const state = stateFolder(folder);
  const temporary = path.join(folder, "temporary");
  for (const made of [home, state, temporary]) mkdirSync(made, { recursive: true });
  return {
    ...testEnvironment(home),
    TMPDIR: temporary,
    PULUMI_HOME: path.join(folder, "pulumi"),
    PULUMI_BACKEND_URL: backendUrl(state),
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_NODEJS_TRANSPILE_ONLY: String(!options.typecheck),
  };
}

function stackIn(folder: string, dir: string, env: Record<string, string>, files: ProgramFiles): Stack {
  const stateFile = stateFileIn(stateFolder(folder), stackName);
  let printed = "";
  const pulumi = async (args: string[], { expectSuccess = true, env: more = {} }: CommandOptions = {}) => {
    const all = [...args, "--non-interactive", "--color", "never"];
    const result = await runCommand("pulumi", all, { cwd: dir, env: { ...env, ...more } });
    printed += result.stdout + result.stderr;
    if (expectSuccess && result.exitCode !== 0) throw failure(args, result);
    return result;
  };
  const verb = (...words: string[]): Verb => {
    return (args = [], options = {}) => pulumi([...words, ...args], options);
  };
  const json = async (args: string[]) => JSON.parse((await pulumi(args)).stdout);
  return {
    folder,
    dir,
    env,
    pulumi,
    up: verb("up", "--yes"),
    preview: verb("preview"),
    refresh: verb("refresh", "--yes"),
    destroy: verb("destroy", "--yes"),
    importResource: (type, name, id, args = [], options = {}) =>
      pulumi(["import", type, name, id, "--yes", ...args], options),
    outputs: ({ showSecrets = false } = {}) =>
      json(["stack", "output", "--json", ...(showSecrets ? ["--show-secrets"] : [])]),
    exportState: () => json(["stack", "export"]),
    stateFile,
    rawStateFile: () => readFileSync(stateFile, "utf8"),
    setConfig: async (config, secretConfig = {}) => {
      const args = [...assignments("--plaintext", config), ...assignments("--secret", secretConfig)];
      if (args.length > 0) await pulumi(["config", "set-all", ...args]);
    },
    write: (source) => files.write(dir, source),
    allOutput: () => printed,
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function assignments(flag: string, config: Record<string, string>): string[] {
  return Object.entries(config).flatMap(([key, value]) => [flag, `${key}=${value}`]);
}

function failure(args: string[], result: CommandResult): Error {
  const tail = `${result.stdout}\n${result.stderr}`.trim().split("\n").slice(-40).join("\n");
  return new Error(`pulumi ${args.join(" ")} ended with exit code ${result.exitCode}:\n${tail}`);
}
