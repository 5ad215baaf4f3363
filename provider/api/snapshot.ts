import { after } from "./after.js";
import type { ApiObject } from "./apiObject.js";
import type { Call } from "./call.js";
import { marksChanges } from "./listVersion.js";

type Found = ApiObject | undefined;

/** How long a reader waits for a list at most, as a part of its time: what is left is for a read by itself. */
export const partOfTime = 1 / 4;

/** A page as it comes: whoever reads on meets what is wrong with the next object. */
export interface PageOfObjects {
  readonly items: Iterable<ApiObject>;
  readonly resourceVersion: string;
}

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
  /** What all its pages are marked with; undefined while it is under way, and where they differ. */
  #resourceVersion: string | undefined;
  #served = 0;

  /** A list that is marked as an earlier one shows the same, and is read no further than that is seen. */
  constructor(client: { readonly writes: number }, pages: () => AsyncIterable<PageOfObjects>, earlier?: Snapshot) {
    this.#client = client;
    this.#writes = client.writes;
    this.whole = this.#fill(pages, earlier);
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

  /** Whether a list that is marked so shows just what this one showed. */
  isStill(resourceVersion: string): boolean {
    const isSame = this.isCurrent && this.#resourceVersion === resourceVersion;
    return isSame && marksChanges(resourceVersion, this.#objects.values());
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

  async #fill(pages: () => AsyncIterable<PageOfObjects>, earlier: Snapshot | undefined): Promise<void> {
    try {
      this.#resourceVersion = await this.#read(pages(), earlier);
    } finally {
      this.ended = Date.now();
      for (const answers of this.#waiting.values()) for (const answer of answers) answer(undefined);
      this.#waiting.clear();
    }
  }

  /** Takes what the pages show, and returns what they are marked with. */
  async #read(pages: AsyncIterable<PageOfObjects>, earlier: Snapshot | undefined): Promise<string | undefined> {
    const versions = new Set<string>();
    for await (const { items, resourceVersion } of pages) {
      if (versions.size === 0 && earlier?.isStill(resourceVersion)) {
        for (const [name, object] of earlier.#objects) this.#take(name, object);
        return resourceVersion;
      }
      versions.add(resourceVersion);
      for (const object of items) {
        this.#take(String(object.metadata.name), object);
        // Nobody will ask for what it shows from here on.
        if (!this.isCurrent && this.#waiting.size === 0) return undefined;
      }
    }
    const [only] = versions;
    return versions.size === 1 ? only : undefined;
  }

  #take(name: string, object: ApiObject): void {
    this.#objects.set(name, object);
    for (const answer of this.#waiting.get(name) ?? []) answer(object);
    this.#waiting.delete(name);
  }
}
