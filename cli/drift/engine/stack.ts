import type { ConfigMap, EngineEvent, Stack } from "@pulumi/pulumi/automation";
import { UsageError } from "../../program";
import { nameForPulumi, outsideProject, projectFolder, refuseOtherProject } from "../../pulumiProject";
import { type ExportedState, readExportedState } from "../../state/exportedState";

interface EngineOptions {
  /** URNs; empty for all. */
  readonly targets: readonly string[];
  readonly parallel?: number | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: EngineEvent) => void;
}

/** Options of a refresh preview. */
export interface RefreshOptions extends EngineOptions {
  /** Runs the program, so that providers get its current settings. */
  readonly runProgram: boolean;
}

/** Options of `pulumi up`. */
export interface UpOptions extends EngineOptions {
  readonly exclude: readonly string[];
  readonly onOutput: (text: string) => void;
}

/** A stack of Pulumi's engine. */
export interface OpenStack {
  readonly name: string;
  readonly project: string;
  /** Folder of the project. */
  readonly folder: string;
  /** The state with decrypted secrets. */
  state(): Promise<ExportedState>;
  /** The configuration with decrypted secrets. */
  config(): Promise<ConfigMap>;
  /** Compares the resources with the platform. Read-only. */
  previewRefresh(options: RefreshOptions): Promise<void>;
  /** `pulumi up --refresh --yes --continue-on-error`. */
  up(options: UpOptions): Promise<void>;
}

const envVars = {
  // Pulumi refuses --preview-only if confirmations are skipped.
  PULUMI_SKIP_CONFIRMATIONS: "false",
};

/** Opens a stack of the project in a folder, by default the selected one. Selects none. */
export async function openStack(cwd: string, name: string | undefined): Promise<OpenStack> {
  const workDir = projectFolder(cwd);
  if (workDir === undefined) throw new UsageError(outsideProject(cwd));
  // Loaded for this command only: it takes as long as everything else together.
  const automation = await import("@pulumi/pulumi/automation/index.js");
  const workspace = await automation.LocalWorkspace.create({ workDir, envVars });
  const { name: project } = await workspace.projectSettings();
  if (name !== undefined) refuseOtherProject(name, project);
  const chosen = name === undefined ? (await workspace.stack())?.name : nameForPulumi(name);
  if (chosen === undefined) throw new UsageError("No stack is selected in this folder. Say which one: --stack <name>");
  // Every command names the stack. Selecting it would affect the user's next command.
  workspace.selectStack = async () => {};
  const stack = await automation.Stack.select(chosen, workspace);
  return { name: chosen, project, folder: workDir, ...verbsOf(stack) };
}

function verbsOf(stack: Stack): Omit<OpenStack, "name" | "project" | "folder"> {
  return {
    async state() {
      const state = readExportedState(await stack.exportStack());
      if (!state) throw new Error("pulumi stack export gave no state of a known form.");
      return state;
    },
    config: () => stack.getAllConfig(),
    async previewRefresh({ targets, parallel, runProgram, signal, ...options }) {
      // If absent, the project decides.
      const program = runProgram ? { runProgram } : {};
      const limited = { ...options, ...program, ...limits(targets, [], parallel) };
      // It writes nothing, so it can be killed.
      await stack.previewRefresh({ ...limited, signal: repeatedSignal(signal), color: "never" });
    },
    async up({ targets, exclude, parallel, signal, ...options }) {
      const modes = { refresh: true, continueOnError: true, color: "never" } as const;
      const limited = { ...options, ...limits(targets, exclude, parallel) };
      await stack.up({ ...limited, ...modes, signal: automationSignal(signal) });
    },
  };
}

const limits = (target: readonly string[], exclude: readonly string[], parallel: number | undefined) => ({
  ...(target.length > 0 && { target: [...target] }),
  ...(exclude.length > 0 && { exclude: [...exclude] }),
  ...(parallel !== undefined && { parallel }),
});

const killDelayMs = 5000;

/** A signal for the Automation API, which ignores a signal that was aborted before. */
export function automationSignal(signal: AbortSignal): AbortSignal {
  const addEventListener = (_: "abort", stop: () => void) => {
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  };
  return { addEventListener } as AbortSignal;
}

/** Also signals twice: at the first signal Pulumi waits for its providers, then it exits. */
export function repeatedSignal(signal: AbortSignal): AbortSignal {
  const addEventListener = (_: "abort", stop: () => void) => {
    automationSignal(signal).addEventListener("abort", () => {
      stop();
      setTimeout(stop, killDelayMs).unref();
    });
  };
  return { addEventListener } as AbortSignal;
}
