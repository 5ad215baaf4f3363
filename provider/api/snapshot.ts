import { after } from "./after.js";
import type { ApiObject } from "./apiObject.js";
import type { Call } from "./call.js";

type Found = ApiObject | undefined;

/** What a list shows from the moment on in which it began; who asks for an object gets it as soon as its page is there. */
export class Snapshot {
  /** Epoch milliseconds. */
  readonly begun = Date.now();
  /** How many writes there had been. */
  readonly writes: number;
  /** Ends with the last page. */
  readonly whole: Promise<void>;
  readonly #objects = new Map<string, ApiObject>();
  readonly #waiting = new Map<string, ((object: Found) => void)[]>();
  #isWhole = false;
  #served = 0;

  constructor(writes: number, list: () => AsyncIterable<ApiObject>) {
    this.writes = writes;
    this.whole = this.#fill(list);
  }

  /** How many objects it has. */
  get size(): number {
    return this.#objects.size;
  }

  /** How many of them somebody asked for. */
  get served(): number {
    return this.#served;
  }

  /** The object; undefined where the list does not show it, or the caller's time is over before. */
  find(name: string, { deadline, signal }: Call): Promise<Found> {
    const object = this.#objects.get(name);
    if (object || this.#isWhole) return Promise.resolve(this.#counted(object));
    return new Promise((resolve) => {
      const answer = (found: Found) => {
        clear();
        signal?.removeEventListener("abort", giveUp);
        resolve(this.#counted(found));
      };
      const giveUp = () => answer(undefined);
      const clear = after((deadline ?? Number.POSITIVE_INFINITY) - Date.now(), giveUp);
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), answer]);
    });
  }

  #counted(object: Found): Found {
    if (object) this.#served++;
    return object;
  }

  async #fill(list: () => AsyncIterable<ApiObject>): Promise<void> {
    try {
      for await (const object of list()) this.#take(String(object.metadata.name), object);
    } finally {
      this.#isWhole = true;
      for (const answers of this.#waiting.values()) for (const answer of answers) answer(undefined);
      this.#waiting.clear();
    }
  }

  #take(name: string, object: ApiObject): void {
    this.#objects.set(name, object);
    for (const answer of this.#waiting.get(name) ?? []) answer(object);
    this.#waiting.delete(name);
  }
}
