import { InitializationError, type Stored } from "../objects/operation.js";

/** A resource of the program: what tells it from all others, and its name for messages. */
export interface Declared {
  readonly key: string;
  readonly name: string;
}

/**
 * Which resources of the program have which objects in this run. Two resources can have one object, as after a rename without an alias
 * and an import; a delete of one of them must not delete the object of the other one.
 */
export class Holders {
  readonly #declared = new Set<string>();
  /** The object of each resource, by the key of the resource. */
  readonly #objects = new Map<string, string>();
  /** The resources that have an object: names by key. */
  readonly #holders = new Map<string, Map<string, string>>();

  /**
   * Check ran: the program declares the resource. After a Diff that replaces nothing it only runs again where the engine replaces of its
   * own accord, so the resource no longer has its object.
   */
  declares({ key }: Declared): void {
    this.#declared.add(key);
    this.#holders.get(this.#objects.get(key) ?? "")?.delete(key);
    this.#objects.delete(key);
  }

  /** A create of this run: what it made is new, and no state to delete knows it, but what it adopted may have another resource. */
  async creating(resource: Declared, type: string, create: Promise<Stored>): Promise<Stored> {
    try {
      const stored = await create;
      this.#adopts(resource, type, stored);
      return stored;
    } catch (error) {
      if (error instanceof InitializationError) this.#adopts(resource, type, error.stored);
      throw error;
    }
  }

  /** Diff ran and replaces nothing. A refresh compares also what the program no longer declares. */
  keeps(resource: Declared, type: string, id: string): void {
    if (this.#declared.has(resource.key)) this.#has(resource, objectKey(type, id));
  }

  /**
   * Name of a resource of the program that has the object. It may be the resource of a delete itself: what it replaced in an earlier run,
   * before it came back to the same object, can wait in the state to be deleted.
   */
  holderOf(type: string, id: string): string | undefined {
    return this.#holders.get(objectKey(type, id))?.values().next().value;
  }

  #adopts(resource: Declared, type: string, { id, isTakenOver }: Stored): void {
    if (isTakenOver) this.#has(resource, objectKey(type, id));
  }

  #has({ key, name }: Declared, object: string): void {
    const holders = this.#holders.get(object) ?? new Map<string, string>();
    this.#holders.set(object, holders.set(key, name));
    this.#objects.set(key, object);
  }
}

const objectKey = (type: string, id: string) => `${type} ${id}`;
