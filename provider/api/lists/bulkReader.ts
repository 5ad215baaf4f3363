import { type Call, now, pageTimeoutMs, startTimer } from "../call.js";
import type { ApiClient } from "../client.js";
import { isDenied, isUnknownEndpoint } from "../errors/errors.js";
import type { ApiObject } from "../input/apiObject.js";
import type { Page } from "../input/responseBody.js";
import { maxListBytes } from "../input/sizeLimits.js";

/** A list request. `matches` checks each object, because a server may ignore the selector. */
interface Collection {
  readonly path: readonly string[];
  readonly labelSelector: string;
  matches(object: ApiObject): boolean;
  /** Whether the platform has this list; absent if it always has. */
  isListed?: ((call: Pick<Call, "signal">) => Promise<boolean>) | undefined;
}

type Client = Pick<ApiClient, "pages" | "writes">;
type Found = ApiObject | undefined;

/** Minimum reads of a collection since the provider's last write before a list is sent. */
const minReads = 8;
/** Milliseconds without a new read until the waiting reads send a GET each. */
const batchIdleMs = 10;
/** Idle milliseconds: a running list without reads stops, an ended one without hits is dropped. */
const maxIdleMs = 5000;
/** Milliseconds from the end of a list until it is dropped, even if it is still used. */
const maxAgeMs = 30_000;
/** A read waits for a list during this fraction of its time. The rest is for its own GET. */
const maxWaitFraction = 1 / 4;

/** Answers many reads of a collection from one list. */
export class BulkReader {
  readonly #client: Client;
  readonly #readers = new Map<string, CollectionReader>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** The object from a list; undefined if it needs its own GET. */
  async find(collection: Collection, name: string, call: Call): Promise<Found> {
    const key = keyOf(collection);
    const reader = this.#readers.get(key) ?? new CollectionReader(this.#client, collection);
    this.#readers.set(key, reader);
    const object = await reader.find(name, call);
    // The GET of an invalid object reports the error.
    if (!object || call.validate?.(object) !== undefined) return undefined;
    call.onObject?.(object);
    return object;
  }
}

const keyOf = ({ path, labelSelector }: Pick<Collection, "path" | "labelSelector">): string =>
  [...path, labelSelector].join("/");

class CollectionReader {
  readonly #client: Client;
  readonly #collection: Collection;
  #batch: ((list: SharedList | undefined) => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The client's count of writes, and the reads since it changed. */
  #writes = 0;
  #reads = 0;
  /** The current list, running or ended. A failed one stays, so that it is not repeated at once. */
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

  /** Adds a read to the batch. Resolves to the batch's list; undefined for too few reads. */
  #joinBatch({ signal }: Call): Promise<SharedList | undefined> {
    return new Promise((resolve) => {
      this.#batch.push(resolve);
      clearTimeout(this.#timer);
      if (this.#reads >= minReads) this.#flush(this.#startList(signal));
      // setImmediate lets a busy process first receive the reads that have already arrived.
      else this.#timer = setTimeout(() => setImmediate(() => this.#flush(undefined)), batchIdleMs);
    });
  }

  #flush(list: SharedList | undefined): void {
    for (const resolve of this.#batch) resolve(list);
    this.#batch = [];
  }

  #startList(signal: AbortSignal | undefined): SharedList {
    const writes = this.#writes;
    // All reads of a session have the same signal, so that of any read may end the shared list.
    const list = new SharedList(this.#pages(signal), () => this.#client.writes === writes);
    const drop = () => {
      if (this.#list === list) this.#list = undefined;
    };
    // The error is not reported: each read falls back to its own GET.
    const onError = (error: unknown) => {
      this.#isUnsupported = isDenied(error) || isUnknownEndpoint(error);
    };
    list.end.catch(onError).then(() => {
      list.idleTimer = setTimeout(drop, maxIdleMs).unref();
      setTimeout(drop, maxAgeMs).unref();
    });
    this.#list = list;
    return list;
  }

  /** Reads pages. Ignores their warnings, which may contain secrets of other resources. */
  async *#pages(signal: AbortSignal | undefined): AsyncGenerator<Page> {
    const { path, labelSelector, matches, isListed } = this.#collection;
    if (isListed && !(await isListed({ signal }))) {
      this.#isUnsupported = true;
      return;
    }
    // The client reads the deadline anew for each page.
    const call = {
      signal,
      get deadline() {
        return now() + pageTimeoutMs;
      },
    };
    for await (const page of this.#client.pages(path, { labelSelector, noRetry: true }, call)) {
      // If an object does not match, the server ignored the selector. Others' secrets may follow.
      this.#isUnsupported = !page.items.every(matches);
      if (this.#isUnsupported) return;
      yield page;
    }
  }
}

/** A list shared by several reads. Each read ends when its object arrives. */
class SharedList {
  /** Settles at the end of the list. */
  readonly end: Promise<void>;
  /** Drops the list. Restarts when a read finds its object. */
  idleTimer: NodeJS.Timeout | undefined;
  readonly #objects = new Map<string, ApiObject>();
  /** Callbacks of waiting reads. With `givesUp` a read ends even without its object. */
  readonly #waiting = new Set<(givesUp: boolean) => void>();
  #hasEnded = false;
  #lastRead = now();

  /** Once `isCurrent` returns false (a write), the list continues for waiting reads only. */
  constructor(pages: AsyncIterable<Page>, isCurrent: () => boolean) {
    this.end = this.#read(pages, isCurrent).finally(() => {
      this.#hasEnded = true;
      this.#notify();
    });
  }

  /** The object; undefined if the list lacks it or is too slow. */
  find(name: string, { deadline = Number.POSITIVE_INFINITY }: Call): Promise<Found> {
    this.#lastRead = now();
    return new Promise((resolve) => {
      const settle = (givesUp: boolean) => {
        const object = this.#objects.get(name);
        if (!object && !givesUp) return;
        if (object) this.idleTimer?.refresh();
        clearTimer();
        this.#waiting.delete(settle);
        resolve(object);
      };
      const clearTimer = startTimer((deadline - now()) * maxWaitFraction, () => settle(true));
      this.#waiting.add(settle);
      settle(this.#hasEnded);
    });
  }

  #notify(): void {
    for (const settle of this.#waiting) settle(this.#hasEnded);
  }

  async #read(pages: AsyncIterable<Page>, isCurrent: () => boolean): Promise<void> {
    let bytes = 0;
    for await (const { items } of pages) {
      const objects = items.map(withoutManagedFields);
      for (const object of objects) this.#objects.set(String(object.metadata.name), object);
      this.#notify();
      bytes += estimateHeapBytes(objects);
      const isNeeded = this.#waiting.size > 0 || (isCurrent() && now() - this.#lastRead < maxIdleMs);
      if (bytes > maxListBytes || !isNeeded) return;
    }
  }
}

/** Removes metadata.managedFields, which is often the larger part of an object. */
function withoutManagedFields({ metadata: { managedFields: _, ...metadata }, ...object }: ApiObject): ApiObject {
  return { ...object, metadata };
}

/** Estimates the memory in bytes: 2 for a character, 8 for a reference, 64 for an object. */
export function estimateHeapBytes(value: unknown): number {
  if (typeof value === "string") return 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce((sum: number, each) => sum + 8 + estimateHeapBytes(each), 64);
}
