import type { Stored } from "../../objects/operation.js";
import type { Properties } from "../../objects/values.js";
import { ObjectOwnership } from "../shared/objectOwnership.js";
import { ownerOf } from "../shared/urn.js";

/** Declared and read resources of this run. A delete of one of them is the end of a replacement. */
export class Declarations {
  readonly #byUrn = new Map<string, Properties>();
  readonly #created = new Set<string>();
  /** An alias gives a resource another URN; Diff tells that its object is the same. */
  readonly #urnOfObject = new Map<string, string>();
  readonly #read = new Set<string>();
  readonly #ownership = new ObjectOwnership();

  /** Check ran. It runs twice for a replacement. */
  onCheck(urn: string, inputs: Properties): void {
    this.#byUrn.set(urn, inputs);
    this.#ownership.onCheck(declaredResource(urn));
  }

  /** Diff ran. In a refresh it also runs for resources that the program does not declare. */
  onDiff(urn: string, id: string, isReplaced: boolean): void {
    if (this.#byUrn.has(urn)) this.#urnOfObject.set(typedId(urn, id), urn);
    if (!isReplaced) this.#ownership.onDiff(declaredResource(urn), { type: ownerOf(urn).type, id });
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

const typedId = (urn: string, id: string) => `${ownerOf(urn).type} ${id}`;
