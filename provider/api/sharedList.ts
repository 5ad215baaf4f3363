import { EventEmitter } from "node:events";
import { after } from "./after.js";
import type { ApiObject } from "./apiObject.js";
import type { Call } from "./call.js";
import { now } from "./now.js";

/** Part of its time that a read waits for a list. The rest is for a GET of its own. */
const maxPartOfTime = 1 / 4;
/** Estimated memory of a list in bytes: tens of thousands of ordinary objects. */
export const maxListBytes = 96 * 1024 * 1024;

/** A list that answers several reads, each as soon as its object arrives. */
export class SharedList {
  /** Settles when no more objects arrive. */
  readonly end: Promise<void>;
  readonly #objects = new Map<string, ApiObject>();
  readonly #arrivals = new EventEmitter().setMaxListeners(0);
  #hasEnded = false;

  /** While `isCurrent` is false, the list goes on only for the reads that wait for it. */
  constructor(objects: AsyncIterable<ApiObject>, isCurrent: () => boolean) {
    this.end = this.#read(objects, isCurrent);
  }

  /** The object; undefined where the list does not show it, or not in time. */
  find(name: string, { deadline = Number.POSITIVE_INFINITY }: Call): Promise<ApiObject | undefined> {
    const known = this.#objects.get(name);
    if (known || this.#hasEnded) return Promise.resolve(known);
    return new Promise((resolve) => {
      const clear = after((deadline - now()) * maxPartOfTime, () => resolve(undefined));
      this.#arrivals.once(arrivalOf(name), (object?: ApiObject) => {
        clear();
        resolve(object);
      });
    });
  }

  async #read(objects: AsyncIterable<ApiObject>, isCurrent: () => boolean): Promise<void> {
    let bytes = 0;
    try {
      for await (const object of objects) {
        const name = String(object.metadata.name);
        this.#objects.set(name, object);
        this.#arrivals.emit(arrivalOf(name), object);
        bytes += heapBytesOf(object);
        if (bytes > maxListBytes) return;
        if (!isCurrent() && this.#arrivals.eventNames().length === 0) return;
      }
    } finally {
      this.#hasEnded = true;
      for (const arrival of this.#arrivals.eventNames()) this.#arrivals.emit(arrival);
    }
  }
}

/** An EventEmitter treats the event `error` differently, and an object may have that name. */
const arrivalOf = (name: string) => `arrival of ${name}`;

/** About how much memory a JSON value takes, in bytes; a character counts as two. */
export function heapBytesOf(value: unknown): number {
  if (typeof value === "string") return 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce((sum: number, each) => sum + 8 + heapBytesOf(each), 64);
}
