import { dynamic, plugin } from "../../support/kills/adapter";
import { descendantsOf, signal, suspend } from "../../support/kills/processes";
import { mendState } from "../../support/mendState";
import type { ProgramKind } from "../../support/project";
import { resourcePrograms } from "../../support/resourcePrograms";
import { startCommand } from "../../support/runningCommand";
import { createStack, type ExportedResource, type Stack } from "../../support/stack";
import { type Declared, type Kind, prefixOf } from "./anySequence";
import type { Held } from "./objects";
import type { Engine, StartEngine } from "./player";

// A longer wait counts as a hang.
const limitMs = 180_000;

/** Shorter than the default timeouts. */
const impatient = { customTimeouts: { create: "3s", update: "3s", delete: "3s" } };

/** Part of the command line of the provider's processes. */
const providers = { yaml: plugin.provider, typescript: dynamic.provider };

/** Starts the real engine with an empty stack. */
export const startPulumiEngine =
  (program: ProgramKind): StartEngine =>
  async (platform, proxy) => {
    const env = { VCLUSTER_PLATFORM_BASE_URL: proxy.baseUrl(), VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
    const source = resourcePrograms[program]({});
    return new PulumiEngine(program, await createStack({ program, source, env }));
  };

class PulumiEngine implements Engine {
  readonly output: string[] = [];
  /** Kills a process of the command that runs. */
  kill: Engine["kill"] = async () => false;

  constructor(
    readonly program: ProgramKind,
    readonly stack: Stack,
  ) {}

  async close(): Promise<void> {
    this.stack.dispose();
  }

  /** Without secrets, it reads the state file: an export takes as long as a command. */
  async state(hasSecrets = false): Promise<Held[]> {
    if (!hasSecrets) return (JSON.parse(this.stack.rawStateFile()).checkpoint.latest?.resources ?? []).flatMap(heldOf);
    const { stdout } = await this.stack.pulumi(["stack", "export", "--show-secrets"]);
    return (JSON.parse(stdout).deployment.resources ?? []).flatMap(heldOf);
  }

  // No --continue-on-error: Pulumi hangs with it if a delete before a replacement fails.
  up(declared: readonly Declared[], isImpatient: boolean): Promise<boolean> {
    const resources = declared.map(({ letter, kind, inputs }) => [
      prefixOf(letter),
      { type: kind, inputs, options: isImpatient ? impatient : {} },
    ]);
    this.stack.write(resourcePrograms[this.program](Object.fromEntries(resources)));
    return this.#run(["up", "--yes", "--skip-preview"]);
  }

  /** A killed engine leaves pending operations in the state. */
  refresh(isImpatient: boolean): Promise<boolean> {
    return this.#run(["refresh", "--yes", "--skip-preview", ...(isImpatient ? [] : ["--clear-pending-creates"])]);
  }

  isUpToDate = (): Promise<boolean> => this.#run(["preview", "--expect-no-changes"]);

  async #run(args: readonly string[]): Promise<boolean> {
    const { dir, env } = this.stack;
    const command = startCommand("pulumi", [...args, "--non-interactive", "--color", "never"], { cwd: dir, env });
    const pid = command.pid as number;
    this.kill = async (target) => kill(pid, target === "engine" ? "" : providers[this.program]);
    let isHanging = false;
    const limit = setTimeout(() => {
      isHanging = kill(pid, "");
    }, limitMs);
    const { exitCode, stdout, stderr } = await command.ended;
    clearTimeout(limit);
    this.kill = async () => false;
    this.output.push(stdout, stderr);
    if (isHanging) throw new Error(`pulumi ${args.join(" ")} did not end:\n${stdout}${stderr}`);
    if (exitCode === -1) {
      // A killed engine leaves a lock.
      mendState(this.stack);
      await this.stack.pulumi(["cancel", "--yes"]);
    }
    return exitCode === 0;
  }
}

/** Kills the engine and its descendants, or descendants with these words in the command line. */
function kill(engine: number, words: string): boolean {
  // A suspended engine starts no further process.
  if (words === "") suspend(engine);
  const found = descendantsOf(engine).filter(({ command }) => command.includes(words));
  for (const { pid } of found) signal(pid, "SIGKILL");
  if (words === "") signal(engine, "SIGKILL");
  return words === "" || found.length > 0;
}

function heldOf({ urn, type, id, inputs = {}, outputs = {}, ...flags }: ExportedResource): Held[] {
  const kind = /:(SpaceTemplate|OwnedAccessKey|VirtualClusterImport)$/.exec(type)?.[1] as Kind | undefined;
  if (!kind) return [];
  const { uid, key } = withoutMarks(outputs) as { uid?: string | null; key?: string | null };
  const { delete: isDeleted, pendingReplacement } = flags as { delete?: boolean; pendingReplacement?: boolean };
  const letter = (urn.split("::").at(-1) ?? "").slice(prefixOf("").length);
  const isReplaced = Boolean(isDeleted || pendingReplacement);
  return [
    {
      letter,
      kind,
      id: String(id ?? ""),
      uid: uid ?? undefined,
      key: key ?? undefined,
      inputs: withoutMarks(inputs),
      isReplaced,
    },
  ];
}

/** A secret in an exported state is an object with its value as JSON. */
function withoutMarks(values: Record<string, unknown>): Record<string, unknown> {
  const plain = (value: unknown) => {
    const text = (value as { plaintext?: unknown } | null | undefined)?.plaintext;
    return typeof text === "string" ? JSON.parse(text) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
}
