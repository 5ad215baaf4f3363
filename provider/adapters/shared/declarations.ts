import { quoted, shownName } from "../../api/output/redaction.js";
import { InitFailure } from "../../objects/lifecycle/initFailure.js";
import type { Owner, Replaced, Stored } from "../../objects/operation.js";
import type { Properties } from "../../objects/values.js";

/** Declared and read resources of this run. A delete of one of them is the end of a replacement. */
export class Declarations {
  readonly #byUrn = new Map<string, Properties>();
  readonly #created = new Set<string>();
  /** An alias gives a resource another URN; Diff tells that its object is the same. */
  readonly #urnOfObject = new Map<string, string>();
  readonly #compared = new Map<string, Replaced>();
  readonly #read = new Set<string>();
  readonly #ownership = new ObjectOwnership();

  /** Check ran. It runs twice for a replacement. Returns a warning about another resource. */
  onCheck(urn: string, inputs: Properties, sharedObject?: string): string | undefined {
    this.#byUrn.set(urn, inputs);
    return this.#ownership.onCheck(declaredResource(urn), { type: ownerOf(urn).type, sharedObject });
  }

  /** Diff ran. In a refresh it also runs for resources that the program does not declare. */
  onDiff(urn: string, id: string, isReplaced: boolean): void {
    if (this.#byUrn.has(urn)) this.#urnOfObject.set(typedId(urn, id), urn);
    if (!isReplaced) this.#ownership.onDiff(declaredResource(urn), { type: ownerOf(urn).type, id });
  }

  /**
   * Diff ran for a resource whose replacement records it. With --replace, the engine replaces it
   * without a difference, too.
   */
  onCompare(urn: string, id: string, state: Properties): void {
    this.#compared.set(urn, { id, state });
  }

  /** What a create of this URN replaces. */
  comparedWith(urn: string): Replaced | undefined {
    return this.#compared.get(urn);
  }

  /** Read runs. */
  onRead(urn: string, id: string): void {
    this.#read.add(typedId(urn, id));
  }

  /** Whether this run has read the resource. */
  wasRead(urn: string, id: string): boolean {
    return this.#read.has(typedId(urn, id));
  }

  /** Create runs. */
  onCreate<S extends Stored>(urn: string, create: Promise<S>): Promise<S> {
    this.#created.add(urn);
    return this.#ownership.onCreate(declaredResource(urn), ownerOf(urn).type, create);
  }

  /** The declared inputs of the resource, by its URN or an alias. */
  of(urn: string, id: string): Properties | undefined {
    return this.#byUrn.get(this.#declaredUrn(urn, id));
  }

  /**
   * Whether the resource was created before this delete of its old object. The engine then deletes
   * after it has compared the whole program.
   */
  isReplaced(urn: string, id: string): boolean {
    return this.#created.has(this.#declaredUrn(urn, id));
  }

  #declaredUrn(urn: string, id: string): string {
    return this.#byUrn.has(urn) ? urn : (this.#urnOfObject.get(typedId(urn, id)) ?? urn);
  }

  /** Name of a resource of the program that has the object. */
  objectOwner(urn: string, id: string): string | undefined {
    return this.#ownership.ownerOf({ type: ownerOf(urn).type, id });
  }
}

const declaredResource = (urn: string) => ({ key: urn, name: ownerOf(urn).name });

const typedId = (urn: string, id: string) => objectKey({ type: ownerOf(urn).type, id });

/** A resource of the program, with its unique key and its name for messages. */
export interface Declared {
  readonly key: string;
  readonly name: string;
}

/** The type of a resource, and its object if another type may have that, too. */
interface SharedObject {
  readonly type: string;
  readonly sharedObject: string | undefined;
}

const alsoDeclared = (object: string, other: string): string =>
  `the resource ${quoted(other)} of the program declares ${shownName(object)}, too. Each would overwrite the ` +
  "other's changes. Remove one of them.";

/** An object in the state of a resource. */
interface OwnedObject {
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
  /** The first resource that declares each object that two types may have. */
  readonly #shared = new Map<string, { readonly type: string; readonly name: string }>();
  /** The resources of each object: names by key. */
  readonly #owners = new Map<string, Map<string, string>>();

  /**
   * Check ran. A second Check after a Diff without a replacement means a forced one. Returns a
   * warning if a resource of another type declares the object that both may have.
   */
  onCheck({ key, name }: Declared, { type, sharedObject }: SharedObject): string | undefined {
    this.#declared.add(key);
    const owned = this.#objects.get(key);
    if (owned) this.#owners.get(objectKey(owned))?.delete(key);
    this.#objects.delete(key);
    if (sharedObject === undefined) return undefined;
    const other = this.#shared.get(sharedObject) ?? { type, name };
    this.#shared.set(sharedObject, other);
    return other.type === type ? undefined : alsoDeclared(sharedObject, other.name);
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

/** The parts of a URN, `urn:pulumi:<stack>::<project>::<type>::<name>`, that an operation needs. */
export function ownerOf(urn: string): Owner {
  const [head = "", project = "", type = "", ...name] = urn.split("::");
  return {
    stack: head.split(":").slice(2).join(":"),
    project,
    type: type.split("$").at(-1) ?? type,
    name: name.join("::"),
  };
}

// With the version and the download URL that a program asks for, if any: default_1_2_3_github_/….
const defaultName = /^default(_\d+_\d+_\d+(_.+)?|_\w+_\/.+)?$/;

/** Whether the engine made a provider, so that its settings come from stack configuration. */
export const isDefaultProvider = (urn: string): boolean => defaultName.test(ownerOf(urn).name);
