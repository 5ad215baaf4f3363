import type { ApiObject } from "./apiObject.js";
import type { Call } from "./call.js";
import type { ApiClient } from "./client.js";
import { isDenied, isNotOffered } from "./errors.js";
import { Gathering } from "./gathering.js";
import { PageSizes, usualPage } from "./pageSizes.js";
import { RecentReads } from "./recentReads.js";
import { freshMs, Snapshot } from "./snapshot.js";

/** Which objects a list asks for, and how they are known: a server may pass over selectors. */
export interface Collection {
  readonly path: readonly string[];
  readonly labelSelector: string;
  isWanted(object: ApiObject): boolean;
}

/** From how many wanted objects on a list costs less than reading each. */
const usualLeast = 8;
/** For how long nobody lists after a list that failed, in milliseconds. */
const pauseMs = 5000;
/** How long a list may take to show another object, in milliseconds. Who has less time than that goes on by himself earlier. */
const pageMs = 10_000;
/** So many objects of a list cost about what one costs that is read by itself. */
const listedForOne = 16;

interface Waiting {
  readonly name: string;
  readonly call: Call;
  answer(object: ApiObject | Promise<ApiObject | undefined> | undefined): void;
}

/** The reads of one kind: those that come together are answered from one list. */
export class ListedCollection {
  readonly #client: Pick<ApiClient, "list" | "writes">;
  readonly #collection: Collection;
  readonly #gathering = new Gathering<Waiting>((reads) => this.#letGo(reads));
  /** Those that are gathered no more, whether a list served them or not: who read much just now goes on. */
  readonly #recent: RecentReads;
  #snapshot: Snapshot | undefined;
  #sizes = new PageSizes();
  #leastWanted = usualLeast;
  /** Epoch milliseconds until which nobody lists. */
  #refusedUntil = 0;

  constructor(client: Pick<ApiClient, "list" | "writes">, collection: Collection) {
    this.#client = client;
    this.#collection = collection;
    this.#recent = new RecentReads(client);
  }

  /** The object; undefined where it has to be read by itself. */
  async find(name: string, call: Call): Promise<ApiObject | undefined> {
    if (Date.now() < this.#refusedUntil) return undefined;
    const fresh = this.#freshSnapshot();
    if (fresh) {
      this.#recent.add(1);
      return fresh.find(name, call);
    }
    return new Promise((answer) => {
      this.#gathering.add({ name, call, answer });
      if (this.#gathering.size + this.#recent.count >= this.#leastWanted) this.#list(this.#gathering.take());
    });
  }

  /** What was read last, unless it is too old or something was written since. */
  #freshSnapshot(): Snapshot | undefined {
    const snapshot = this.#snapshot;
    if (!snapshot) return undefined;
    if (snapshot.isOpen) return snapshot;
    this.#retire(snapshot);
    return undefined;
  }

  #retire(snapshot: Snapshot): void {
    if (this.#snapshot !== snapshot) return;
    this.#snapshot = undefined;
    // It ended before it paid, and so may the next one: that has to be worth it at once.
    const leastWorth = Math.ceil(snapshot.size / listedForOne);
    if (snapshot.served < leastWorth) this.#leastWanted = Math.max(this.#leastWanted, leastWorth);
  }

  /** Too few came: each reads by itself. */
  #letGo(reads: readonly Waiting[]): void {
    this.#recent.add(reads.length);
    for (const { answer } of reads) answer(undefined);
  }

  #list(reads: readonly Waiting[]): void {
    this.#recent.add(reads.length);
    const snapshot = new Snapshot(this.#client, () => this.#objects(reads.map(({ call }) => call)));
    this.#snapshot = snapshot;
    for (const { name, call, answer } of reads) answer(snapshot.find(name, call));
    snapshot.whole.then(
      // By then nobody may be left to ask for it, and its objects would be kept for nobody.
      () => setTimeout(() => this.#retire(snapshot), freshMs).unref(),
      (error) => this.#giveUp(snapshot, error),
    );
  }

  /** Whatever hindered the list: each read by itself tells it in its own words, or works. */
  #giveUp(snapshot: Snapshot, error: unknown): void {
    this.#refusedUntil = isForGood(error) ? Number.POSITIVE_INFINITY : Date.now() + pauseMs;
    if (this.#snapshot === snapshot) this.#snapshot = undefined;
    // Perhaps its pages had grown too large for the time.
    this.#sizes = new PageSizes(usualPage);
  }

  async *#objects(calls: readonly Call[]): AsyncGenerator<ApiObject> {
    const { path, labelSelector, isWanted } = this.#collection;
    const query = { labelSelector, isSentOnce: true, sizes: this.#sizes };
    let heard = Date.now();
    for await (const object of this.#client.list(
      path,
      query,
      pageCall(calls, () => heard + pageMs),
    )) {
      if (!isWanted(object)) throw new SelectorIgnored();
      heard = Date.now();
      yield object;
    }
  }
}

/** A list shows what it was not asked for: perhaps the secrets of everybody. */
class SelectorIgnored extends Error {}

/** Whether another list of the kind would fail as well. */
const isForGood = (error: unknown): boolean =>
  isDenied(error) || isNotOffered(error) || error instanceof SelectorIgnored;

/**
 * What bounds each page. It is nobody's own: no single reader hears all objects, whose secrets would be too many to mask well, and
 * what a server warns of could hold them.
 */
function pageCall(calls: readonly Call[], due: () => number): Call {
  // All have that of their session.
  const [{ signal } = {}] = calls;
  return {
    signal,
    // Read once for each page.
    get deadline() {
      return due();
    },
    secrets: calls.flatMap(({ secrets = [] }) => [...secrets]),
  };
}
