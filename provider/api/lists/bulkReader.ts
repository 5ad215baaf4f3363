import type { Call } from "../call.js";
import type { ApiClient } from "../client.js";
import { isDenied, isUnknownEndpoint } from "../errors/errors.js";
import type { ApiObject } from "../input/apiObject.js";
import type { Page } from "../input/responseBody.js";
import { now, startTimer } from "../transport/clock.js";

/** Which objects a list asks for, and how to know them: a server may ignore selectors. */
export interface Collection {
  readonly path: readonly string[];
  readonly labelSelector: string;
  matches(object: ApiObject): boolean;
}

type Client = Pick<ApiClient, "pages" | "writes">;
type Found = ApiObject | undefined;

/** Reads of a collection since our last write from which on a list replaces them. */
const minReads = 8;
/** Idle milliseconds after which fewer reads are sent one by one. */
const batchIdleMs = 10;
/** Milliseconds after its end in which a list answers reads, and in which it goes on without any. */
const freshMs = 5000;
/** Milliseconds in which a page of a list has to arrive. */
const pageMs = 10_000;
/** Part of its time that a read waits for a list. The rest is for a GET of its own. */
const maxWaitFraction = 1 / 4;
/** Estimated memory of a list in bytes: tens of thousands of ordinary objects. */
export const maxListBytes = 96 * 1024 * 1024;

/** Answers many reads of a collection from one list. */
export class BulkReader {
  readonly #client: Client;
  readonly #readers = new Map<string, CollectionReader>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** The object as a list shows it; undefined where it needs a GET of its own. */
  async find(collection: Collection, name: string, call: Call): Promise<Found> {
    const key = [...collection.path, collection.labelSelector].join("/");
    const reader = this.#readers.get(key) ?? new CollectionReader(this.#client, collection);
    this.#readers.set(key, reader);
    const object = await reader.find(name, call);
    // The GET of an unusable object says what is wrong with it.
    if (!object || call.validate?.(object) !== undefined) return undefined;
    call.onObject?.(object);
    return object;
  }
}

class CollectionReader {
  readonly #client: Client;
  readonly #collection: Collection;
  #batch: ((list: SharedList | undefined) => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Our writes when the last read came, and the reads since. */
  #writes = 0;
  #reads = 0;
  /** Under way, or ended less than five seconds ago, perhaps by an error. */
  #list: SharedList | undefined;
  #isUnsupported = false;

  constructor(client: Client, collection: Collection) {
    this.#client = client;
    this.#collection = collection;
  }

  async find(name: string, call: Call): Promise<Found> {
    if (this.#isUnsupported) return undefined;
    if (this.#client.writes !== this.#writes) {
      this.#writes = this.#client.writes;
      this.#reads = 0;
      this.#list = undefined;
    }
    this.#reads++;
    const list = this.#list ?? (await this.#joinBatch(call));
    return list?.find(name, call);
  }

  /** The list of a batch of reads; undefined for few reads. */
  #joinBatch({ signal }: Call): Promise<SharedList | undefined> {
    return new Promise((resolve) => {
      this.#batch.push(resolve);
      clearTimeout(this.#timer);
      if (this.#reads >= minReads) this.#flush(this.#startList(signal));
      // The timer of a busy process fires before it receives the reads that came meanwhile.
      else this.#timer = setTimeout(() => setImmediate(() => this.#flush(undefined)), batchIdleMs);
    });
  }

  #flush(list: SharedList | undefined): void {
    for (const resolve of this.#batch) resolve(list);
    this.#batch = [];
  }

  #startList(signal: AbortSignal | undefined): SharedList {
    const writes = this.#writes;
    const list = new SharedList(this.#pages(signal), () => this.#client.writes === writes);
    const drop = () => {
      if (this.#list === list) this.#list = undefined;
    };
    // Each read has a GET of its own, so nobody is told why the list failed.
    const learn = (error: unknown) => {
      this.#isUnsupported = isDenied(error) || isUnknownEndpoint(error);
    };
    list.end.catch(learn).then(() => setTimeout(drop, freshMs).unref());
    this.#list = list;
    return list;
  }

  /** No read hears the warnings of a list: they may hold secrets of other resources. */
  async *#pages(signal: AbortSignal | undefined): AsyncGenerator<Page> {
    const { path, labelSelector, matches } = this.#collection;
    // The client asks for the deadline of each page.
    const call = {
      signal,
      get deadline() {
        return now() + pageMs;
      },
    };
    for await (const page of this.#client.pages(path, { labelSelector, noRetry: true }, call)) {
      // The selector was ignored: these may be the secrets of other teams.
      this.#isUnsupported = !page.items.every(matches);
      if (this.#isUnsupported) return;
      yield page;
    }
  }
}

/** A list that answers several reads, each as soon as its object arrives. */
class SharedList {
  /** Settles when no more objects arrive. */
  readonly end: Promise<void>;
  readonly #objects = new Map<string, ApiObject>();
  /** Each ends a read whose object has arrived, or the last time any. */
  readonly #waiting = new Set<(isLast: boolean) => void>();
  #hasEnded = false;
  #lastRead = now();

  /** While `isCurrent` is false, the list goes on only for the reads that wait for it. */
  constructor(pages: AsyncIterable<Page>, isCurrent: () => boolean) {
    this.end = this.#read(pages, isCurrent).finally(() => {
      this.#hasEnded = true;
      this.#notify();
    });
  }

  /** The object; undefined where the list does not show it, or not in time. */
  find(name: string, { deadline = Number.POSITIVE_INFINITY }: Call): Promise<Found> {
    this.#lastRead = now();
    return new Promise((resolve) => {
      const end = (isLast: boolean) => {
        const object = this.#objects.get(name);
        if (!object && !isLast) return;
        clear();
        this.#waiting.delete(end);
        resolve(object);
      };
      const clear = startTimer((deadline - now()) * maxWaitFraction, () => end(true));
      this.#waiting.add(end);
      end(this.#hasEnded);
    });
  }

  #notify(): void {
    for (const end of this.#waiting) end(this.#hasEnded);
  }

  async #read(pages: AsyncIterable<Page>, isCurrent: () => boolean): Promise<void> {
    let bytes = 0;
    for await (const { items } of pages) {
      for (const object of items) this.#objects.set(String(object.metadata.name), object);
      this.#notify();
      bytes += estimateHeapBytes(items);
      const isNeeded = this.#waiting.size > 0 || (isCurrent() && now() - this.#lastRead < freshMs);
      if (bytes > maxListBytes || !isNeeded) return;
    }
  }
}

/** About how much memory a JSON value takes, in bytes; a character counts as two. */
export function estimateHeapBytes(value: unknown): number {
  if (typeof value === "string") return 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce((sum: number, each) => sum + 8 + estimateHeapBytes(each), 64);
}
