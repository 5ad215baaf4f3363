import { InitializationError, type Stored } from "../objects/operation.js";

/** A resource of the program: its unique key, and its name for messages. */
export interface Declared {
  readonly key: string;
  readonly name: string;
}

/**
 * The objects that resources of the program have in this run. Two resources can have one object, as after a
 * rename without an alias and an import. A delete of one must then keep the object of the other.
 */
export class Holders {
  readonly #declared = new Set<string>();
  /** The object of each resource, by the key of the resource. */
  readonly #objects = new Map<string, string>();
  /** The resources of each object: names by key. */
  readonly #holders = new Map<string, Map<string, string>>();

  /** Check ran. A second Check after a Diff without a replacement means a forced one. */
  declares({ key }: Declared): void {
    this.#declared.add(key);
    this.#holders.get(this.#objects.get(key) ?? "")?.delete(key);
    this.#objects.delete(key);
  }

  /** A create of this run. Only an adopted object can belong to another resource too. */
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

  /** Diff ran without a replacement. In a refresh it also runs for undeclared resources. */
  keeps(resource: Declared, type: string, id: string): void {
    if (this.#declared.has(resource.key)) this.#has(resource, objectKey(type, id));
  }

  /**
   * Name of a resource of the program that has the object. It may be the deleted resource itself: an earlier
   * run can leave a replaced resource with the same object to be deleted.
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
