import { quoted, shownName } from "../../api/output/redaction.js";
import { InitFailure } from "../../objects/lifecycle/initFailure.js";
import type { Owner, Replaced, Stored } from "../../objects/operation.js";
import type { Properties } from "../../objects/values.js";

/**
 * The resources that this run has checked, compared, read or created. The engine checks only those
 * of the program, so the delete of a checked one ends its replacement.
 */
export class Declarations {
  readonly #inputsByUrn = new Map<string, Properties>();
  readonly #createdUrns = new Set<string>();
  /** The URN in the program by object. After a change with an alias, a delete has the old URN. */
  readonly #urnOfObject = new Map<string, string>();
  readonly #replaced = new Map<string, Replaced>();
  readonly #readObjects = new Set<string>();
  readonly #managers = new ObjectManagers();

  /**
   * Check ran. For a replacement it runs twice. Returns a warning if a resource of another type
   * declares the same object.
   */
  onCheck(urn: string, inputs: Properties, sharedObjectKey?: string): string | undefined {
    this.#inputsByUrn.set(urn, inputs);
    return this.#managers.onCheck(declaredResource(urn), { type: parseUrn(urn).type, sharedObjectKey });
  }

  /** Diff ran. In a refresh it also runs for resources that the program does not declare. */
  onDiff(urn: string, id: string, isReplaced: boolean): void {
    if (this.#inputsByUrn.has(urn)) this.#urnOfObject.set(objectKeyOf(urn, id), urn);
    if (!isReplaced) this.#managers.onDiff(declaredResource(urn), { type: parseUrn(urn).type, id });
  }

  /**
   * Keeps the state, which the create of a replacement does not get, for a type with
   * `recordsReplaced`. Every Diff does this: --replace also replaces a resource without changes.
   */
  recordForReplacement(urn: string, resource: Replaced): void {
    this.#replaced.set(urn, resource);
  }

  /** The resource that a create with this URN replaces, if its type records that. */
  replacedResource(urn: string): Replaced | undefined {
    return this.#replaced.get(urn);
  }

  /** Read runs. */
  onRead(urn: string, id: string): void {
    this.#readObjects.add(objectKeyOf(urn, id));
  }

  /** Whether this run has read the resource. */
  wasRead(urn: string, id: string): boolean {
    return this.#readObjects.has(objectKeyOf(urn, id));
  }

  /** Create runs. Records the object if the create adopts an existing one. */
  onCreate<S extends Stored>(urn: string, create: Promise<S>): Promise<S> {
    this.#createdUrns.add(urn);
    return this.#managers.onCreate(declaredResource(urn), parseUrn(urn).type, create);
  }

  /** The declared inputs of the resource, by its URN or an alias. */
  inputsOf(urn: string, id: string): Properties | undefined {
    return this.#inputsByUrn.get(this.#declaredUrn(urn, id));
  }

  /**
   * Whether this delete ends a replacement that created first. The engine sends such a delete after
   * all Diffs, so that every resource of the program is known by then.
   */
  isCreateBeforeDelete(urn: string, id: string): boolean {
    return this.#createdUrns.has(this.#declaredUrn(urn, id));
  }

  /** The URN of the resource in the program, also if the request has the URN of an alias. */
  #declaredUrn(urn: string, id: string): string {
    return this.#inputsByUrn.has(urn) ? urn : (this.#urnOfObject.get(objectKeyOf(urn, id)) ?? urn);
  }

  /** Name of a resource of the program that has the object, of the same type as the URN. */
  managerOf(urn: string, id: string): string | undefined {
    return this.#managers.managerOf({ type: parseUrn(urn).type, id });
  }
}

const declaredResource = (urn: string) => ({ key: urn, name: parseUrn(urn).name });

const objectKeyOf = (urn: string, id: string) => objectKey({ type: parseUrn(urn).type, id });

/** A resource of the program: a unique key, such as its URN, and its name for messages. */
export interface Declared {
  readonly key: string;
  readonly name: string;
}

interface Checked {
  readonly type: string;
  /** Key of an object that two types can manage; undefined for others and while it is unknown. */
  readonly sharedObjectKey: string | undefined;
}

const alsoDeclared = (object: string, otherResource: string): string =>
  `the resource ${quoted(otherResource)} of the program declares ${shownName(object)}, too. Each would overwrite the ` +
  "other's changes. Remove one of them.";

/** An object in the state of a resource. */
interface ManagedObject {
  readonly type: string;
  readonly id: string;
}

/**
 * The resources of the program that have each object. Two can have the same one if a resource is
 * renamed without an alias and imported again. Deleting the old one must not delete the object.
 */
export class ObjectManagers {
  readonly #checkedKeys = new Set<string>();
  /** The object of each resource, by the key of the resource. */
  readonly #objects = new Map<string, ManagedObject>();
  /** The first resource that declares each object, by `sharedObjectKey`. */
  readonly #firstDeclared = new Map<string, { readonly type: string; readonly name: string }>();
  /** By the key of an object: the names of its resources by their keys. */
  readonly #managers = new Map<string, Map<string, string>>();

  /** Check ran. Returns a warning if a resource of another type declares the same object. */
  onCheck({ key, name }: Declared, { type, sharedObjectKey }: Checked): string | undefined {
    this.#checkedKeys.add(key);
    // A second Check after a Diff without a replacement: --replace forces one, so the resource will
    // have another object than the one that Diff recorded.
    const object = this.#objects.get(key);
    if (object) this.#managers.get(objectKey(object))?.delete(key);
    this.#objects.delete(key);
    if (sharedObjectKey === undefined) return undefined;
    const first = this.#firstDeclared.get(sharedObjectKey) ?? { type, name };
    this.#firstDeclared.set(sharedObjectKey, first);
    return first.type === type ? undefined : alsoDeclared(sharedObjectKey, first.name);
  }

  /** Create runs. Only an adopted object can belong to another resource too. */
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
    if (this.#checkedKeys.has(resource.key)) this.#record(resource, object);
  }

  /**
   * Name of a resource of the program that has the object. It can be the resource of the delete: a
   * delete that is left from an earlier run can be for the object that the resource has now.
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

/** The parts of a URN: `urn:pulumi:<stack>::<project>::<parent type>$<type>::<name>`. */
export function parseUrn(urn: string): Owner {
  const [head = "", project = "", type = "", ...name] = urn.split("::");
  return {
    stack: head.split(":").slice(2).join(":"),
    project,
    type: type.split("$").at(-1) ?? type,
    name: name.join("::"),
  };
}

// The engine appends the version and the download URL that a program asks for: default_1_2_3_….
const defaultName = /^default(_\d+_\d+_\d+(_.+)?|_\w+_\/.+)?$/;

/** Whether the engine made the provider of this URN, from the settings in stack configuration. */
export const isDefaultProvider = (urn: string): boolean => defaultName.test(parseUrn(urn).name);
