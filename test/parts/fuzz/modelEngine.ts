import { startFakeEngine } from "../../support/fakeEngine";
import { type Plugin, startPlugin } from "../../support/plugin";
import {
  configurePlugin,
  driverOf,
  initializationOf,
  type Kept,
  type PluginDriver,
  type Wire,
  withoutMarks,
} from "../../support/pluginDriver";
import { projectName } from "../../support/project";
import { type Declared, type Kind, prefixOf } from "./anySequence";
import type { Held } from "./objects";
import type { Engine, StartEngine } from "./player";

/** A resource in the engine's state. */
interface Resource extends Kept {
  letter: string;
  kind: Kind;
  /** Its create or update was accepted, but the result is unknown. */
  isUnfinished: boolean;
}

/** Timeouts in seconds. A delete waits for finalizers that nothing removes. */
const timeouts = (isImpatient: boolean) => (isImpatient ? { write: 30, delete: 2 } : { write: 300, delete: 300 });
type Timeouts = ReturnType<typeof timeouts>;

/** The engine was killed. */
class Dead extends Error {}

/** Starts a model of the engine. The provider is from a package's folder, or in this process. */
export const startModelEngine =
  (folder?: string): StartEngine =>
  async (platform, proxy) => {
    const log = await startFakeEngine();
    const options = { engineAddress: log.address, ...(folder !== undefined && { folder }) };
    return new ModelEngine(log.messages, {
      start: () => startPlugin(options),
      configure: (plugin) => configurePlugin(plugin, { baseUrl: proxy.baseUrl(), accessKey: platform.accessKey }),
      cut: proxy.move,
      end: log.close,
    });
  };

interface Surroundings {
  start(): Promise<Plugin>;
  configure(plugin: Plugin): Promise<void>;
  /** Cuts a killed provider off the platform: in this process, its requests outlive it. */
  cut(): Promise<void>;
  end(): void;
}

/** A model of Pulumi's engine for one stack: the order of its calls and the rules of its state. */
class ModelEngine implements Engine {
  readonly #resources = new Map<string, Resource>();
  #replaced: Resource[] = [];
  #plugin: Plugin | undefined;
  #isDead = false;
  #hasFailed = false;
  #seeds = 0;
  /** Attempted writes of the last command. */
  #writes = 0;

  constructor(
    readonly output: string[],
    readonly surroundings: Surroundings,
  ) {}

  /** Responses to the killed engine's operations are ignored. */
  async kill(): Promise<boolean> {
    this.#isDead = true;
    await this.#plugin?.close();
    this.#plugin = undefined;
    await this.surroundings.cut();
    return true;
  }

  async close(): Promise<void> {
    await this.#plugin?.close();
    this.surroundings.end();
  }

  async state(): Promise<Held[]> {
    const all = [...this.#resources.values()].map((each) => heldOf(each, false));
    return [...all, ...this.#replaced.map((each) => heldOf(each, true))];
  }

  async up(program: readonly Declared[], isImpatient: boolean): Promise<boolean> {
    await this.#begin();
    const timeout = timeouts(isImpatient);
    await Promise.all(program.map((declared) => this.#tried(() => this.#register(declared, timeout))));
    // After a failure, the engine deletes nothing.
    if (!this.#hasFailed) await this.#tried(() => this.#deleteRest(program, timeout));
    return !this.#hasFailed;
  }

  async refresh(isImpatient: boolean): Promise<boolean> {
    await this.#begin();
    const { write } = timeouts(isImpatient);
    await Promise.all([...this.#resources.values()].map((each) => this.#tried(() => this.#read(each, write))));
    return !this.#hasFailed;
  }

  async isUpToDate(program: readonly Declared[]): Promise<boolean> {
    return (await this.up(program, false)) && this.#writes === 0;
  }

  /** Every command configures the provider, which clears its caches. */
  async #begin(): Promise<void> {
    this.#isDead = false;
    this.#hasFailed = false;
    this.#writes = 0;
    this.#plugin ??= await this.surroundings.start();
    await this.surroundings.configure(this.#plugin);
  }

  async #tried(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.#hasFailed = true;
      if (!(error instanceof Dead)) this.output.push(String((error as Error).message));
    }
  }

  async #register(declared: Declared, timeout: Timeouts): Promise<void> {
    const old = this.#resources.get(declared.letter);
    const inputs = await this.#check(declared, old?.inputs);
    if (!old) return this.#create(declared, inputs, timeout);
    const diff = await this.#ask(old, (driver) => driver.diff(old.kind, old, inputs));
    if (diff.replaces) return this.#replace(declared, old, diff.deleteBeforeReplace, timeout);
    if (!diff.changes && !old.isUnfinished) {
      this.#resources.set(old.letter, { ...old, inputs });
      return;
    }
    await this.#write(declared, (driver) => driver.update(old.kind, old, inputs, { timeout: timeout.write }));
  }

  async #check(declared: Declared, olds: Wire | undefined): Promise<Wire> {
    const { inputs, failures } = await this.#ask(declared, (driver) =>
      driver.check(declared.kind, declared.inputs, olds),
    );
    if (failures.length > 0) throw new Error(failures.join("; "));
    return inputs;
  }

  #create = (declared: Declared, inputs: Wire, timeout: Timeouts): Promise<void> =>
    this.#write(declared, (driver) => driver.create(declared.kind, inputs, { timeout: timeout.write }));

  async #replace(declared: Declared, old: Resource, deletesFirst: boolean, timeout: Timeouts): Promise<void> {
    const inputs = await this.#check(declared, undefined);
    if (deletesFirst) {
      await this.#delete(old, timeout);
      this.#resources.delete(old.letter);
    }
    try {
      await this.#create(declared, inputs, timeout);
    } finally {
      if (!deletesFirst && this.#resources.get(old.letter) !== old) this.#replaced.push(old);
    }
  }

  /** Saves the result of a write, or the state in its error. */
  async #write(declared: Declared, write: (driver: PluginDriver) => Promise<Kept>): Promise<void> {
    this.#writes++;
    try {
      this.#keep(declared, await this.#ask(declared, write), false);
    } catch (error) {
      const kept = unfinishedOf(error);
      if (kept) this.#keep(declared, kept, true);
      throw error;
    }
  }

  #keep({ letter, kind }: Pick<Declared, "letter" | "kind">, kept: Kept, isUnfinished: boolean): void {
    this.#resources.set(letter, { ...kept, letter, kind, isUnfinished });
  }

  async #read(resource: Resource, timeout: number): Promise<void> {
    try {
      const kept = await this.#ask(resource, (driver) => driver.read(resource.kind, resource, timeout));
      if (kept) this.#keep(resource, kept, false);
      else this.#resources.delete(resource.letter);
    } catch (error) {
      const kept = unfinishedOf(error);
      if (!kept) throw error;
      // The engine only warns.
      this.output.push(String((error as Error).message));
      this.#keep(resource, kept, true);
    }
  }

  async #deleteRest(program: readonly Declared[], timeout: Timeouts): Promise<void> {
    const isDeclared = ({ letter }: Resource) => program.some((each) => each.letter === letter);
    const undeclared = [...this.#resources.values()].filter((each) => !isDeclared(each));
    for (const each of [...this.#replaced, ...undeclared]) {
      await this.#tried(async () => {
        await this.#delete(each, timeout);
        this.#replaced = this.#replaced.filter((other) => other !== each);
        if (undeclared.includes(each)) this.#resources.delete(each.letter);
      });
    }
  }

  async #delete(resource: Resource, timeout: Timeouts): Promise<void> {
    this.#writes++;
    await this.#ask(resource, (driver) => driver.delete(resource.kind, resource, timeout.delete));
  }

  async #ask<T>({ letter }: { letter: string }, ask: (driver: PluginDriver) => Promise<T>): Promise<T> {
    const urn = (type: string) =>
      `urn:pulumi:dev::${projectName}::vcluster-platform:index:${type}::${prefixOf(letter)}`;
    if (this.#isDead) throw new Dead();
    try {
      return await ask(driverOf(this.#plugin as Plugin, urn, `${letter} ${++this.#seeds}`));
    } finally {
      // biome-ignore lint/correctness/noUnsafeFinally: a killed engine gets no response.
      if (this.#isDead) throw new Dead();
    }
  }
}

function unfinishedOf(error: unknown): Kept | undefined {
  if (error instanceof Dead) return undefined;
  try {
    return initializationOf(error as object);
  } catch {
    return undefined;
  }
}

function heldOf({ letter, kind, id, inputs, state }: Resource, isReplaced: boolean): Held {
  const { uid, key } = withoutMarks(state) as { uid?: string | null; key?: string | null };
  return {
    letter,
    kind,
    id,
    inputs: withoutMarks(inputs) as Wire,
    uid: uid ?? undefined,
    key: key ?? undefined,
    isReplaced,
  };
}
