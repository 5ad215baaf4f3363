import type { Properties } from "../../objects/values.js";
import { ownerOf } from "../ownerOf.js";

/** What the program declares in this run, so that a delete of one of these resources is known as the end of a replacement. */
export class Declarations {
  readonly #byUrn = new Map<string, Properties>();
  /** An alias gives a resource another URN, but it stands for the same object, which Diff tells. */
  readonly #urnOfObject = new Map<string, string>();

  /** Check ran: the program declares the resource. A replacement is checked again, for the new object. */
  checked(urn: string, inputs: Properties): void {
    this.#byUrn.set(urn, inputs);
  }

  /** Diff ran, for a resource of the program or, in a refresh, for any that the state holds. */
  compared(urn: string, id: string): void {
    if (this.#byUrn.has(urn)) this.#urnOfObject.set(objectKey(urn, id), urn);
  }

  /** What the program declares of the resource, under this URN or by an alias. */
  of(urn: string, id: string): Properties | undefined {
    return this.#byUrn.get(urn) ?? this.#byUrn.get(this.#urnOfObject.get(objectKey(urn, id)) ?? "");
  }
}

const objectKey = (urn: string, id: string) => `${ownerOf(urn).type} ${id}`;
