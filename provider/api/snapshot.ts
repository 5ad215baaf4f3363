import { after } from "./after.js";
import type { ApiObject } from "./apiObject.js";
import type { Call } from "./call.js";

type Found = ApiObject | undefined;

/** How long a reader waits for a list at most, as a part of its time: what is left is for a read by itself. */
const partOfTime = 1 / 4;

/** What a list shows from the moment on in which it began; who asks for an object gets it as soon as its page is there. */
export class Snapshot {
  /** Epoch milliseconds; undefined while it is under way. */
  ended: number | undefined;
  /** Ends with the last page. */
  readonly whole: Promise<void>;
  readonly #client: { readonly writes: number };
  readonly #writes: number;
  readonly #objects = new Map<string, ApiObject>();
  readonly #waiting = new Map<string, ((object: Found) => void)[]>();
  #served = 0;

  constructor(client: { readonly writes: number }, list: () => AsyncIterable<ApiObject>) {
    this.#client = client;
    this.#writes = client.writes;
    this.whole = this.#fill(list);
  }

  /** Whether nothing has been written since it began. */
  get isCurrent(): boolean {
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

  /** The object; undefined where the list does not show it, or not in time. */
  find(name: string, { deadline = Number.POSITIVE_INFINITY, signal }: Call): Promise<Found> {
    const object = this.#objects.get(name);
    if (object || this.ended !== undefined) return Promise.resolve(this.#counted(object));
    return new Promise((resolve) => {
      const answer = (found: Found) => {
        clear();
        signal?.removeEventListener("abort", giveUp);
        resolve(this.#counted(found));
      };
      const giveUp = () => {
        const others = (this.#waiting.get(name) ?? []).filter((each) => each !== answer);
        if (others.length > 0) this.#waiting.set(name, others);
        else this.#waiting.delete(name);
        answer(undefined);
      };
      const clear = after((deadline - Date.now()) * partOfTime, giveUp);
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
      for await (const object of list()) {
        this.#take(String(object.metadata.name), object);
        // Nobody will ask for what it shows from here on.
        if (!this.isCurrent && this.#waiting.size === 0) return;
      }
    } finally {
      this.ended = Date.now();
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
