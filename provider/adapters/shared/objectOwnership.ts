import { InitFailure, type Stored } from "../../objects/operation.js";

/** A resource of the program, with its unique key and its name for messages. */
export interface Declared {
  readonly key: string;
  readonly name: string;
}

/** An object in the state of a resource. */
export interface OwnedObject {
  readonly type: string;
  readonly id: string;
}

/**
 * The objects of the program's resources. After a rename without an alias and an import, two
 * resources have one object. A delete of one must then keep the object of the other.
 */
export class ObjectOwnership {
  readonly #declared = new Set<string>();
  /** The object of each resource, by the key of the resource. */
  readonly #objects = new Map<string, OwnedObject>();
  /** The resources of each object: names by key. */
  readonly #owners = new Map<string, Map<string, string>>();

  /** Check ran. A second Check after a Diff without a replacement means a forced one. */
  onCheck({ key }: Declared): void {
    this.#declared.add(key);
    const owned = this.#objects.get(key);
    if (!owned) return;
    this.#owners.get(objectKey(owned))?.delete(key);
    this.#objects.delete(key);
  }

  /** A create of this run. Only an adopted object can belong to another resource too. */
  async onCreate<S extends Stored>(resource: Declared, type: string, create: Promise<S>): Promise<S> {
    try {
      const stored = await create;
      this.#recordAdopted(resource, type, stored);
      return stored;
    } catch (error) {
      if (error instanceof InitFailure) this.#recordAdopted(resource, type, error.stored);
      throw error;
    }
  }

  /** Diff ran without a replacement. In a refresh it also runs for undeclared resources. */
  onDiff(resource: Declared, owned: OwnedObject): void {
    if (this.#declared.has(resource.key)) this.#record(resource, owned);
  }

  /**
   * Name of a resource of the program that has the object. It may be the deleted resource itself:
   * an earlier run can leave a replaced resource with the same object.
   */
  ownerOf(owned: OwnedObject): string | undefined {
    return this.#owners.get(objectKey(owned))?.values().next().value;
  }

  #recordAdopted(resource: Declared, type: string, { id, isAdopted }: Stored): void {
    if (isAdopted) this.#record(resource, { type, id });
  }

  #record({ key, name }: Declared, owned: OwnedObject): void {
    const owners = this.#owners.get(objectKey(owned)) ?? new Map<string, string>();
    this.#owners.set(objectKey(owned), owners.set(key, name));
    this.#objects.set(key, owned);
  }
}

const objectKey = ({ type, id }: OwnedObject) => `${type} ${id}`;
