import { after } from "./after.js";
import type { ApiObject } from "./apiObject.js";
import type { Call } from "./call.js";
import { heapBytesOf } from "./heapBytesOf.js";

type Found = ApiObject | undefined;

/** How long a reader waits for a list at most, as a part of its time: what is left is for a read by itself. */
const partOfTime = 1 / 4;
/** For how long what a page shows is believed, in milliseconds. */
export const freshMs = 5000;
/** How much of a list is kept, in bytes as they are estimated: tens of thousands of ordinary objects. */
export const mostBytes = 96 * 1024 * 1024;

interface Shown {
  readonly object: ApiObject;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** What a list shows from the moment on in which it began; who asks for an object gets it as soon as its page is there. */
export class Snapshot {
  /** Ends with the last page. */
  readonly whole: Promise<void>;
  readonly #client: { readonly writes: number };
  readonly #writes: number;
  readonly #objects = new Map<string, Shown>();
  readonly #waiting = new Map<string, Set<(object: Found) => void>>();
  #served = 0;
  #bytes = 0;
  #hasEnded = false;
  /** Epoch milliseconds since when it shows anything. */
  #since: number | undefined;

  constructor(client: { readonly writes: number }, list: () => AsyncIterable<ApiObject>) {
    this.#client = client;
    this.#writes = client.writes;
    this.whole = this.#fill(list);
  }

  /** Whether it serves those who come now: nothing has been written since it began, and it is under way or all of it is fresh. */
  get isOpen(): boolean {
    return this.#isCurrent && (!this.#hasEnded || isFresh(this.#since));
  }

  get #isCurrent(): boolean {
    return this.#client.writes === this.#writes;
  }

  /** How many objects it has. */
  get size(): number {
    return this.#objects.size;
  }

  /** How many of them somebody asked for. */
  get served(): number {
    return this.#served;
  }

  /** The object; undefined where the list does not show it, or not in time, or showed it too long ago. */
  find(name: string, { deadline = Number.POSITIVE_INFINITY, signal }: Call): Promise<Found> {
    const shown = this.#objects.get(name);
    if (shown) return Promise.resolve(isFresh(shown.since) ? this.#counted(shown.object) : undefined);
    if (this.#hasEnded) return Promise.resolve(undefined);
    const readers = this.#waiting.get(name) ?? new Set();
    return new Promise((resolve) => {
      const answer = (found: Found) => {
        clear();
        signal?.removeEventListener("abort", giveUp);
        resolve(this.#counted(found));
      };
      const giveUp = () => {
        readers.delete(answer);
        if (readers.size === 0) this.#waiting.delete(name);
        answer(undefined);
      };
      const clear = after((deadline - Date.now()) * partOfTime, giveUp);
      signal?.addEventListener("abort", giveUp);
      this.#waiting.set(name, readers.add(answer));
    });
  }

  #counted(object: Found): Found {
    if (object) this.#served++;
    return object;
  }

  async #fill(list: () => AsyncIterable<ApiObject>): Promise<void> {
    try {
      for await (const object of list()) {
        this.#take(String(object.metadata.name), object);
        // Nobody will ask for what it shows from here on.
        if (!this.#isCurrent && this.#waiting.size === 0) return;
        // The rest is for reads one by one.
        if (this.#bytes > mostBytes) return;
      }
    } finally {
      this.#hasEnded = true;
      this.#since ??= Date.now();
      for (const answers of this.#waiting.values()) for (const answer of answers) answer(undefined);
      this.#waiting.clear();
    }
  }

  #take(name: string, object: ApiObject): void {
    const since = Date.now();
    this.#since ??= since;
    this.#bytes += heapBytesOf(object);
    this.#objects.set(name, { object, since });
    for (const answer of this.#waiting.get(name) ?? []) answer(object);
    this.#waiting.delete(name);
  }
}

const isFresh = (since = Number.NEGATIVE_INFINITY): boolean => Date.now() - since <= freshMs;
