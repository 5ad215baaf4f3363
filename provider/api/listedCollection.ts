import type { ApiObject } from "./apiObject.js";
import type { Call } from "./call.js";
import type { ApiClient } from "./client.js";
import { isDenied, isNotOffered } from "./errors.js";
import { PageSizes } from "./pageSizes.js";
import { partOfTime, Snapshot } from "./snapshot.js";

/** Which objects a list asks for, and how they are known: a server may pass over selectors. */
export interface Collection {
  readonly path: readonly string[];
  readonly labelSelector: string;
  isWanted(object: ApiObject): boolean;
}

/** From how many wanted objects on a list costs less than reading each. */
const leastWanted = 8;
/** For how long nothing more has to come, in milliseconds: the engine asks for several at once, and they come one after the other. */
const collectingMs = 10;
/** For how long reads are collected at most, in milliseconds. */
const mostCollectingMs = 100;
/** For how long a list that has ended serves whoever reads, in milliseconds; one under way serves everybody. */
const freshMs = 5000;
/** How long a page may take, in milliseconds. */
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
  #queue: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** When what is in the queue is let go in any case, as performance.now() counts. */
  #collectUntil = 0;
  #snapshot: Snapshot | undefined;
  #sizes = new PageSizes();
  #leastWanted = leastWanted;
  /** Epoch milliseconds until which nobody lists. */
  #refusedUntil = 0;
  /** Reads that went out by themselves since the last write, the oldest first: when they came, in epoch milliseconds. */
  #alone: { writes: number; times: number[] } = { writes: 0, times: [] };

  constructor(client: Pick<ApiClient, "list" | "writes">, collection: Collection) {
    this.#client = client;
    this.#collection = collection;
  }

  /** The object; undefined where it has to be read by itself. */
  async find(name: string, call: Call): Promise<ApiObject | undefined> {
    if (Date.now() < this.#refusedUntil) return undefined;
    const fresh = this.#freshSnapshot();
    if (fresh) return fresh.find(name, call);
    return new Promise((answer) => {
      if (this.#queue.length === 0) this.#collectUntil = performance.now() + mostCollectingMs;
      this.#queue.push({ name, call, answer });
      if (this.#isEnough()) this.#list();
      else this.#collect();
    });
  }

  /** What was read last, unless it is too old or something was written since. */
  #freshSnapshot(): Snapshot | undefined {
    const snapshot = this.#snapshot;
    if (!snapshot) return undefined;
    const age = Date.now() - (snapshot.ended ?? Date.now());
    if (snapshot.isCurrent && age <= freshMs) return snapshot;
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

  #isEnough(): boolean {
    return this.#queue.length + this.#recentlyAlone().length >= this.#leastWanted;
  }

  #recentlyAlone(): number[] {
    const { writes } = this.#client;
    const since = Date.now() - freshMs;
    const times = this.#alone.writes === writes ? this.#alone.times.filter((time) => time >= since) : [];
    this.#alone = { writes, times };
    return times;
  }

  /** Waits until nothing more comes. A timer that fires late tells of a busy process: what came meanwhile it has yet to hear of. */
  #collect(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const due = Math.min(now + collectingMs, this.#collectUntil);
    this.#timer = setTimeout(() => {
      const isBusy = performance.now() - due > collectingMs;
      if (isBusy && due < this.#collectUntil) this.#collect();
      else this.#letGo();
    }, due - now);
  }

  /** Nothing more came: each reads by itself. */
  #letGo(): void {
    const queue = this.#takeQueue();
    this.#recentlyAlone().push(...queue.map(() => Date.now()));
    for (const { answer } of queue) answer(undefined);
  }

  #takeQueue(): Waiting[] {
    clearTimeout(this.#timer);
    const queue = this.#queue;
    this.#queue = [];
    return queue;
  }

  #list(): void {
    const queue = this.#takeQueue();
    const snapshot = new Snapshot(this.#client, () => this.#objects(queue.map(({ call }) => call)));
    this.#snapshot = snapshot;
    for (const { name, call, answer } of queue) answer(snapshot.find(name, call));
    snapshot.whole.then(
      () => setTimeout(() => this.#retire(snapshot), freshMs).unref(),
      (error) => {
        // Whatever hinders it: each read by itself tells it in its own words, or works.
        this.#refusedUntil = isForGood(error) ? Number.POSITIVE_INFINITY : Date.now() + freshMs;
        this.#snapshot = undefined;
        // Perhaps it was the size of its pages.
        this.#sizes = new PageSizes();
      },
    );
  }

  async *#objects(calls: readonly Call[]): AsyncGenerator<ApiObject> {
    const { path, labelSelector, isWanted } = this.#collection;
    const query = { labelSelector, isSentOnce: true, sizes: this.#sizes };
    for await (const object of this.#client.list(path, query, pageCall(calls))) {
      if (!isWanted(object)) throw new SelectorIgnored();
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
function pageCall(calls: readonly Call[]): Call {
  const now = Date.now();
  const times = calls.map(({ deadline = Number.POSITIVE_INFINITY }) => (deadline - now) * partOfTime);
  const longestMs = Math.min(pageMs, ...times);
  const { signal } = calls[0] ?? {};
  return {
    signal,
    // Read once for each page.
    get deadline() {
      return Date.now() + longestMs;
    },
    secrets: calls.flatMap(({ secrets = [] }) => [...secrets]),
  };
}
