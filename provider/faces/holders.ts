import { type Hold, InitializationError, type Stored } from "../objects/operation.js";

/**
 * Which resources of the program hold which objects in this run. An import takes over what is there already, so two resources can
 * stand for one object, as after a rename without an alias; the end of the one is then not the end of the object.
 */
export class Holders {
  readonly #declared = new Set<string>();
  readonly #taken = new Set<string>();
  readonly #made = new Set<string>();
  readonly #keepers = new Map<string, Set<string>>();
  /** What each resource keeps. */
  readonly #kept = new Map<string, Set<string>>();

  /**
   * Check ran: the program declares the resource, which is told from others by this text. After a Diff that replaces nothing it only
   * runs again where the engine replaces of its own accord, so the resource lets go of its object.
   */
  declares(resource: string): void {
    this.#declared.add(resource);
    for (const object of this.#kept.get(resource) ?? []) this.#keepers.get(object)?.delete(resource);
    this.#kept.delete(resource);
  }

  /** A create of this run; it may take over what is there already. One that does not come to its end stands for an object, too. */
  async creating(type: string, create: Promise<Stored>): Promise<Stored> {
    try {
      const stored = await create;
      (stored.isTakenOver ? this.#taken : this.#made).add(objectKey(type, stored.id));
      return stored;
    } catch (error) {
      if (error instanceof InitializationError) this.#made.add(objectKey(type, error.stored.id));
      throw error;
    }
  }

  /** Diff ran and replaces nothing. A refresh compares also what the program no longer declares. */
  keeps(resource: string, type: string, id: string): void {
    if (!this.#declared.has(resource)) return;
    addTo(this.#keepers, objectKey(type, id), resource);
    addTo(this.#kept, resource, objectKey(type, id));
  }

  /**
   * What keeps an object although a resource lets go of it. One that keeps it may have the same name: what it replaced in an earlier
   * run, before it came back to the same object, can wait in the state to be deleted.
   */
  holdOn(type: string, id: string): Hold | undefined {
    const key = objectKey(type, id);
    if (this.#taken.has(key) || (this.#keepers.get(key)?.size ?? 0) > 0) return "taken";
    return this.#made.has(key) ? "made" : undefined;
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(value));
}

const objectKey = (type: string, id: string) => `${type} ${id}`;
