import { quoted, shownName } from "../../api/output/redaction.js";
import { InitFailure } from "../../objects/lifecycle/initFailure.js";
import type { Owner, Replaced, Stored } from "../../objects/operation.js";
import type { Properties } from "../../objects/values.js";

/**
 * The resources that this run has checked, compared, read or created. A delete of a checked one
 * ends its replacement, because a removed one is not checked.
 */
export class Declarations {
  readonly #byUrn = new Map<string, Properties>();
  readonly #created = new Set<string>();
  /** Declared URN of each object. With an alias, the delete of the old object has the old URN. */
  readonly #urnOfObject = new Map<string, string>();
  readonly #replaceable = new Map<string, Replaced>();
  readonly #read = new Set<string>();
  readonly #managers = new ObjectManagers();

  /**
   * Check ran. It runs twice for a replacement. Returns a warning if a resource of another type
   * declares the same object.
   */
  onCheck(urn: string, inputs: Properties, sharedObjectKey?: string): string | undefined {
    this.#byUrn.set(urn, inputs);
    return this.#managers.onCheck(declaredResource(urn), { type: parseUrn(urn).type, sharedObjectKey });
  }

  /** Diff ran. In a refresh it also runs for resources that the program does not declare. */
  onDiff(urn: string, id: string, isReplaced: boolean): void {
    if (this.#byUrn.has(urn)) this.#urnOfObject.set(typedId(urn, id), urn);
    if (!isReplaced) this.#managers.onDiff(declaredResource(urn), { type: parseUrn(urn).type, id });
  }

  /**
   * Keeps the state for a type with `recordsReplaced`: the create of a replacement gets no old one.
   * Every Diff does this, because --replace replaces a resource without changes.
   */
  recordForReplacement(urn: string, replaced: Replaced): void {
    this.#replaceable.set(urn, replaced);
  }

  /** The resource that a create with this URN replaces, if its type records that. */
  replacedResource(urn: string): Replaced | undefined {
    return this.#replaceable.get(urn);
  }

  /** Read runs. */
  onRead(urn: string, id: string): void {
    this.#read.add(typedId(urn, id));
  }

  /** Whether this run has read the resource. */
  wasRead(urn: string, id: string): boolean {
    return this.#read.has(typedId(urn, id));
  }

  /** Create runs. Records its object once it is known to be adopted. */
  onCreate<S extends Stored>(urn: string, create: Promise<S>): Promise<S> {
    this.#created.add(urn);
    return this.#managers.onCreate(declaredResource(urn), parseUrn(urn).type, create);
  }

  /** The declared inputs of the resource, by its URN or an alias. */
  inputsOf(urn: string, id: string): Properties | undefined {
    return this.#byUrn.get(this.#declaredUrn(urn, id));
  }

  /**
   * Whether this delete ends a create-before-delete replacement. The engine sends such deletes
   * after all Diffs, so every resource of the program is known by then.
   */
  isCreateBeforeDelete(urn: string, id: string): boolean {
    return this.#created.has(this.#declaredUrn(urn, id));
  }

  #declaredUrn(urn: string, id: string): string {
    return this.#byUrn.has(urn) ? urn : (this.#urnOfObject.get(typedId(urn, id)) ?? urn);
  }

  /** Name of a resource of the program that has the object. */
  managerOf(urn: string, id: string): string | undefined {
    return this.#managers.managerOf({ type: parseUrn(urn).type, id });
  }
}

const declaredResource = (urn: string) => ({ key: urn, name: parseUrn(urn).name });

const typedId = (urn: string, id: string) => objectKey({ type: parseUrn(urn).type, id });

/** A resource of the program, with its unique key and its name for messages. */
export interface Declared {
  readonly key: string;
  readonly name: string;
}

interface Checked {
  readonly type: string;
  /** Key of an object that two resource types can manage; undefined while its name is unknown. */
  readonly sharedObjectKey: string | undefined;
}

const alsoDeclared = (object: string, other: string): string =>
  `the resource ${quoted(other)} of the program declares ${shownName(object)}, too. Each would overwrite the ` +
  "other's changes. Remove one of them.";

/** An object in the state of a resource. */
interface ManagedObject {
  readonly type: string;
  readonly id: string;
}

/**
 * Two resources can have the same object: one is renamed without an alias, and its object is
 * imported under the new name. Deleting the old resource must not delete the object.
 */
export class ObjectManagers {
  readonly #declared = new Set<string>();
  /** The object of each resource, by the key of the resource. */
  readonly #objects = new Map<string, ManagedObject>();
  /** The first resource that declares each object that two types may have. */
  readonly #shared = new Map<string, { readonly type: string; readonly name: string }>();
  /** The resources of each object: names by key. */
  readonly #managers = new Map<string, Map<string, string>>();

  /** Check ran. Returns a warning if a resource of another type declares the same object. */
  onCheck({ key, name }: Declared, { type, sharedObjectKey }: Checked): string | undefined {
    this.#declared.add(key);
    // A second Check after a Diff without a replacement means that --replace forces one. What this
    // Diff recorded is then dropped.
    const object = this.#objects.get(key);
    if (object) this.#managers.get(objectKey(object))?.delete(key);
    this.#objects.delete(key);
    if (sharedObjectKey === undefined) return undefined;
    const first = this.#shared.get(sharedObjectKey) ?? { type, name };
    this.#shared.set(sharedObjectKey, first);
    return first.type === type ? undefined : alsoDeclared(sharedObjectKey, first.name);
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
  onDiff(resource: Declared, object: ManagedObject): void {
    if (this.#declared.has(resource.key)) this.#record(resource, object);
  }

  /**
   * Name of a resource of the program that has the object. It can have the URN of the deleted one:
   * a pending delete of an earlier run can have the object of the current resource.
   */
  managerOf(object: ManagedObject): string | undefined {
    return this.#managers.get(objectKey(object))?.values().next().value;
  }

  #recordAdopted(resource: Declared, type: string, { id, isAdopted }: Stored): void {
    if (isAdopted) this.#record(resource, { type, id });
  }

  #record({ key, name }: Declared, object: ManagedObject): void {
    const managers = this.#managers.get(objectKey(object)) ?? new Map<string, string>();
    this.#managers.set(objectKey(object), managers.set(key, name));
    this.#objects.set(key, object);
  }
}

const objectKey = ({ type, id }: ManagedObject) => `${type} ${id}`;

/** The parts of a URN, `urn:pulumi:<stack>::<project>::<type>::<name>`, that an operation needs. */
export function parseUrn(urn: string): Owner {
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
export const isDefaultProvider = (urn: string): boolean => defaultName.test(parseUrn(urn).name);
