import type { Plugin } from "../../../support/plugin";
import { driverOf, initializationOf, type Kept, type PluginDriver, type Wire } from "../../../support/pluginDriver";
import { type Held, inputsOf, type Place, plainOf, rowOf } from "./objects";
import type { Declared, Kind } from "./sequence";

/** A resource in the engine's state. */
interface Resource extends Kept {
  letter: string;
  kind: Kind;
  /** Its create or update was accepted, but the result is unknown. */
  isUnfinished: boolean;
}

/** Callbacks of the stand-in engine. */
export interface Surroundings {
  /** The current provider. */
  plugin(): Plugin;
  /** Called as soon as an object's name is known. */
  named(kind: Kind, letter: string, name: string): void;
}

/** Seconds, as customTimeouts has them. */
export interface Patience {
  write: number;
  delete: number;
}

/** The engine was killed. */
class Dead extends Error {}

/** A model of Pulumi's engine for one stack: the order of its calls and the rules of its state. */
export class StandInEngine {
  readonly said: string[] = [];
  /** Attempted writes of the last command. */
  operations = 0;
  readonly #resources = new Map<string, Resource>();
  #replaced: Resource[] = [];
  #isDead = false;
  #hasFailed = false;
  #seeds = 0;

  constructor(
    readonly place: Place,
    readonly surroundings: Surroundings,
  ) {}

  /** Kills the engine: it ignores all further responses of this command. */
  die(): void {
    this.#isDead = true;
  }

  held(): Held[] {
    const all = [...this.#resources.values()].map((each) => heldOf(each, false));
    return [...all, ...this.#replaced.map((each) => heldOf(each, true))];
  }

  /** `pulumi up`; returns whether it succeeded. */
  async up(program: readonly Declared[], timeout: Patience): Promise<boolean> {
    this.#begin();
    await Promise.all(program.map((declared) => this.#tried(() => this.#register(declared, timeout))));
    // After a failure, the engine deletes nothing.
    if (!this.#hasFailed) await this.#tried(() => this.#deleteRest(program, timeout));
    return !this.#hasFailed;
  }

  /** `pulumi refresh`; returns whether it succeeded. */
  async refresh(timeout: number): Promise<boolean> {
    this.#begin();
    await Promise.all([...this.#resources.values()].map((each) => this.#tried(() => this.#read(each, timeout))));
    return !this.#hasFailed;
  }

  #begin(): void {
    this.#isDead = false;
    this.#hasFailed = false;
    this.operations = 0;
    for (const { kind, letter, id } of [...this.#resources.values(), ...this.#replaced]) this.#named(kind, letter, id);
  }

  #named = (kind: Kind, letter: string, id: string) =>
    this.surroundings.named(kind, letter, id.split("/").at(-1) as string);

  async #tried(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.#hasFailed = true;
      if (!(error instanceof Dead)) this.said.push(String((error as Error).message));
    }
  }

  async #register(declared: Declared, timeout: Patience): Promise<void> {
    const old = this.#resources.get(declared.letter);
    const inputs = await this.#check(declared, old?.inputs);
    if (!old) return this.#create(declared, inputs, timeout.write);
    const diff = await this.#ask(old, (driver) => driver.diff(old.kind, old, inputs));
    if (diff.replaces) return this.#replace(declared, old, diff.deleteBeforeReplace, timeout);
    if (!diff.changes && !old.isUnfinished) {
      this.#resources.set(old.letter, { ...old, inputs });
      return;
    }
    this.operations++;
    await this.#kept(declared, () =>
      this.#ask(old, (driver) => driver.update(old.kind, old, inputs, { timeout: timeout.write })),
    );
  }

  async #check(declared: Declared, olds: Wire | undefined): Promise<Wire> {
    const { kind, letter } = declared;
    const { inputs, failures } = await this.#ask(declared, (driver) =>
      driver.check(kind, inputsOf(this.place, declared), olds),
    );
    if (failures.length > 0) throw new Error(failures.join("; "));
    const { importName } = (inputs.sourceVirtualCluster ?? {}) as { importName?: string };
    this.#named(kind, letter, String(importName ?? inputs.name));
    return inputs;
  }

  async #create(declared: Declared, inputs: Wire, timeout: number): Promise<void> {
    this.operations++;
    await this.#kept(declared, () =>
      this.#ask(declared, (driver) => driver.create(declared.kind, inputs, { timeout })),
    );
  }

  async #replace(declared: Declared, old: Resource, deletesFirst: boolean, timeout: Patience): Promise<void> {
    const inputs = await this.#check(declared, undefined);
    if (deletesFirst) await this.#delete(old, timeout.delete);
    if (deletesFirst) this.#resources.delete(old.letter);
    try {
      await this.#create(declared, inputs, timeout.write);
    } finally {
      const now = this.#resources.get(old.letter);
      if (!deletesFirst && now !== old) this.#replaced.push(old);
    }
  }

  /** Saves the result of a write, or the state in its error. */
  async #kept({ letter, kind }: Declared, write: () => Promise<Kept>): Promise<void> {
    const keep = (kept: Kept, isUnfinished: boolean) =>
      this.#resources.set(letter, { ...kept, letter, kind, isUnfinished });
    try {
      keep(await write(), false);
    } catch (error) {
      const kept = unfinishedOf(error);
      if (kept) keep(kept, true);
      throw error;
    }
  }

  async #read(resource: Resource, timeout: number): Promise<void> {
    const { letter, kind } = resource;
    try {
      const kept = await this.#ask(resource, (driver) => driver.read(kind, resource, timeout));
      if (kept) this.#resources.set(letter, { ...kept, letter, kind, isUnfinished: false });
      else this.#resources.delete(letter);
    } catch (error) {
      const kept = unfinishedOf(error);
      if (!kept) throw error;
      // The engine only warns.
      this.said.push(String((error as Error).message));
      this.#resources.set(letter, { ...kept, letter, kind, isUnfinished: true });
    }
  }

  async #deleteRest(program: readonly Declared[], timeout: Patience): Promise<void> {
    const isDeclared = ({ letter }: Resource) => program.some((each) => each.letter === letter);
    const undeclared = [...this.#resources.values()].filter((each) => !isDeclared(each));
    for (const each of [...this.#replaced, ...undeclared]) {
      await this.#tried(async () => {
        await this.#delete(each, timeout.delete);
        this.#replaced = this.#replaced.filter((other) => other !== each);
        if (undeclared.includes(each)) this.#resources.delete(each.letter);
      });
    }
  }

  async #delete(resource: Resource, timeout: number): Promise<void> {
    this.operations++;
    await this.#ask(resource, (driver) => driver.delete(resource.kind, resource, timeout));
  }

  async #ask<T>({ letter }: { letter: string }, ask: (driver: PluginDriver) => Promise<T>): Promise<T> {
    const { prefix } = this.place;
    const urn = (type: string) => `urn:pulumi:${prefix}::fuzz::platform:index:${type}::${rowOf(this.place, letter)}`;
    if (this.#isDead) throw new Dead();
    const seed = `${prefix} ${letter} ${++this.#seeds}`;
    try {
      return await ask(driverOf(this.surroundings.plugin(), urn, seed));
    } finally {
      // biome-ignore lint/correctness/noUnsafeFinally: whatever was answered, nobody heard it.
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
  const { uid, key } = plainOf(state) as Record<string, unknown>;
  const texts = { uid: uid as string | undefined, key: key as string | undefined };
  return { letter, kind, id, inputs: plainOf(inputs) as Wire, ...texts, isReplaced };
}
