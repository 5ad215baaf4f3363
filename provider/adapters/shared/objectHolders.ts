import { platformKey } from "../../engine/reservedState.js";
import { InitializationError, type Stored } from "../../objects/operation.js";
import type { Properties } from "../../objects/values.js";
import { HoldersOfRun } from "./runHolders.js";

/** A resource of the program: its unique key, and its name for messages. */
export interface Declared {
  readonly key: string;
  readonly name: string;
}

/** An object in the state of a resource. */
export interface Held {
  readonly type: string;
  readonly id: string;
  /** With the uid of the object, where it is known. */
  readonly state: Properties;
}

const [, , engineAddress = ""] = process.argv;
/** Undefined where the engine attaches to a process that runs already. */
const thisRun = /^[^/]+:\d+$/.test(engineAddress) ? new HoldersOfRun(engineAddress) : undefined;

/**
 * The objects of the program's resources. After a rename without an alias and an import, two
 * resources have one object. A delete of one must then keep the object of the other.
 */
export class Holders {
  readonly #run: HoldersOfRun | undefined;
  readonly #declared = new Set<string>();
  /** The object of each resource, by the key of the resource. */
  readonly #objects = new Map<string, Held>();
  /** The resources of each object: names by key. */
  readonly #holders = new Map<string, Map<string, string>>();

  constructor(run = thisRun) {
    this.#run = run;
  }

  /** Check ran. A second Check after a Diff without a replacement means a forced one. */
  declares({ key }: Declared): void {
    this.#declared.add(key);
    const held = this.#objects.get(key);
    if (!held) return;
    this.#holders.get(objectKey(held))?.delete(key);
    this.#objects.delete(key);
    this.#tell(held, key);
  }

  /** A create of this run. Only an adopted object can belong to another resource too. */
  async creating<S extends Stored>(resource: Declared, type: string, create: Promise<S>): Promise<S> {
    try {
      const stored = await create;
      this.#adopts(resource, type, stored);
      return stored;
    } catch (error) {
      if (error instanceof InitializationError) this.#adopts(resource, type, error.stored);
      throw error;
    }
  }

  /** Diff ran without a replacement. In a refresh it also runs for undeclared resources. */
  keeps(resource: Declared, held: Held): void {
    if (this.#declared.has(resource.key)) this.#has(resource, held);
  }

  /**
   * Name of a resource of the program that has the object. It may be the deleted resource itself:
   * an earlier run can leave a replaced resource with the same object.
   */
  holderOf(held: Held): string | undefined {
    const own = this.#holders.get(objectKey(held))?.values().next().value;
    const shared = sharedKey(held);
    return own ?? (shared && this.#run?.holderOf(shared));
  }

  #adopts(resource: Declared, type: string, { id, state, isAdopted }: Stored): void {
    if (isAdopted) this.#has(resource, { type, id, state });
  }

  #has({ key, name }: Declared, held: Held): void {
    const holders = this.#holders.get(objectKey(held)) ?? new Map<string, string>();
    this.#holders.set(objectKey(held), holders.set(key, name));
    this.#objects.set(key, held);
    this.#tell(held, key, name);
  }

  #tell(held: Held, key: string, name?: string): void {
    const shared = sharedKey(held);
    if (shared) this.#run?.tell(shared, key, name);
  }
}

const objectKey = ({ type, id }: Held) => `${type} ${id}`;

/**
 * The key of an object for the other providers of the run. They may have other platforms, so it has
 * the recorded platform: one platform must not name the objects of another.
 */
function sharedKey({ type, state: { uid, [platformKey]: platform } }: Held): string | undefined {
  if (typeof uid !== "string") return undefined;
  return JSON.stringify([type.split(":").at(-1), platform ?? null, uid]);
}
