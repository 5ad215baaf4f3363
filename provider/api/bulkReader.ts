import type { ApiObject } from "./apiObject.js";
import type { Call } from "./call.js";
import type { ApiClient } from "./client.js";
import { isDenied, isNotOffered } from "./errors.js";
import { now } from "./now.js";
import { PageSizes, usualPage } from "./pageSizes.js";
import { SharedList } from "./sharedList.js";

/** Which objects a list asks for, and how to know them: a server may ignore selectors. */
export interface Collection {
  readonly path: readonly string[];
  readonly labelSelector: string;
  isWanted(object: ApiObject): boolean;
}

type Client = Pick<ApiClient, "list" | "writes">;
type Found = ApiObject | undefined;

/** Reads of a collection since our last write from which on a list replaces them. */
const minReads = 8;
/** Idle milliseconds after which fewer reads are sent one by one. */
const idleMs = 10;
/** Milliseconds after the end of a list in which it answers reads, and no other is sent. */
const freshMs = 5000;
/** Milliseconds in which a page of a list has to arrive. */
const pageMs = 10_000;

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
    if (!object || call.problemWith?.(object) !== undefined) return undefined;
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
  #sizes = new PageSizes();
  #isRefused = false;

  constructor(client: Client, collection: Collection) {
    this.#client = client;
    this.#collection = collection;
  }

  async find(name: string, call: Call): Promise<Found> {
    if (this.#isRefused) return undefined;
    if (this.#client.writes !== this.#writes) {
      this.#writes = this.#client.writes;
      this.#reads = 0;
      this.#list = undefined;
    }
    this.#reads++;
    const list = this.#list ?? (await this.#gathered(call));
    return list?.find(name, call);
  }

  /** The list of a batch of reads; undefined for few reads. */
  #gathered({ signal }: Call): Promise<SharedList | undefined> {
    return new Promise((resolve) => {
      this.#batch.push(resolve);
      clearTimeout(this.#timer);
      if (this.#reads >= minReads) this.#flush(this.#startList(signal));
      // The timer of a busy process fires before it receives the reads that came meanwhile.
      else this.#timer = setTimeout(() => setImmediate(() => this.#flush(undefined)), idleMs);
    });
  }

  #flush(list: SharedList | undefined): void {
    for (const resolve of this.#batch) resolve(list);
    this.#batch = [];
  }

  #startList(signal: AbortSignal | undefined): SharedList {
    const writes = this.#writes;
    const list = new SharedList(this.#objects(signal), () => this.#client.writes === writes);
    const drop = () => {
      if (this.#list === list) this.#list = undefined;
    };
    list.end.catch((error) => this.#learnFrom(error)).then(() => setTimeout(drop, freshMs).unref());
    this.#list = list;
    return list;
  }

  /** Each read has a GET of its own, so nobody is told why the list failed. */
  #learnFrom(error: unknown): void {
    this.#isRefused = isDenied(error) || isNotOffered(error) || error instanceof SelectorIgnored;
    // The pages may have become too large for the time.
    this.#sizes = new PageSizes(usualPage);
  }

  /** No read hears the warnings of a list: they may hold secrets of other resources. */
  async *#objects(signal: AbortSignal | undefined): AsyncGenerator<ApiObject> {
    const { path, labelSelector, isWanted } = this.#collection;
    const query = { labelSelector, isSentOnce: true, sizes: this.#sizes };
    // The client asks for the deadline of each page.
    const call = {
      signal,
      get deadline() {
        return now() + pageMs;
      },
    };
    for await (const object of this.#client.list(path, query, call)) {
      if (!isWanted(object)) throw new SelectorIgnored();
      yield object;
    }
  }
}

/** A list shows what it was not asked for: perhaps the secrets of other teams. */
class SelectorIgnored extends Error {}
