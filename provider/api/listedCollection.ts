import type { ApiObject } from "./apiObject.js";
import type { Call } from "./call.js";
import type { ApiClient } from "./client.js";
import { Snapshot } from "./snapshot.js";

/** Which objects a list asks for, and which of those it may keep: a server may know no selectors. */
export interface Collection {
  readonly path: readonly string[];
  readonly labelSelector: string;
  isWanted(object: ApiObject): boolean;
}

/** From how many wanted objects on a list costs less than reading each. */
const leastWanted = 8;
/** For how long reads are collected, in milliseconds: the engine asks for several at once, and they come one after the other. */
const collectingMs = 10;
/** For how long somebody who reads may see what a list began with, in milliseconds. */
const freshMs = 5000;
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
  #snapshot: Snapshot | undefined;
  #leastWanted = leastWanted;
  #isRefused = false;
  /** Reads that went out by themselves since the last write, the oldest first: when they came, in epoch milliseconds. */
  #alone: { writes: number; times: number[] } = { writes: 0, times: [] };

  constructor(client: Pick<ApiClient, "list" | "writes">, collection: Collection) {
    this.#client = client;
    this.#collection = collection;
  }

  /** The object; undefined where it has to be read by itself. */
  async find(name: string, call: Call): Promise<ApiObject | undefined> {
    if (this.#isRefused) return undefined;
    const fresh = this.#freshSnapshot();
    if (fresh) return fresh.find(name, call);
    return new Promise((answer) => {
      this.#queue.push({ name, call, answer });
      if (this.#isEnough()) this.#list();
      else if (this.#queue.length === 1) setTimeout(() => this.#letGo(), collectingMs);
    });
  }

  /** What was read last, unless it is too old or something was written since. */
  #freshSnapshot(): Snapshot | undefined {
    const snapshot = this.#snapshot;
    if (!snapshot) return undefined;
    if (snapshot.writes === this.#client.writes && Date.now() - snapshot.begun <= freshMs) return snapshot;
    // It ended before it paid, and so may the next one: that has to be worth it at once.
    const leastWorth = Math.ceil(snapshot.size / listedForOne);
    if (snapshot.served < leastWorth) this.#leastWanted = Math.max(this.#leastWanted, leastWorth);
    this.#snapshot = undefined;
    return undefined;
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

  /** Nothing more came: each reads by itself. */
  #letGo(): void {
    const queue = this.#takeQueue();
    this.#recentlyAlone().push(...queue.map(() => Date.now()));
    for (const { answer } of queue) answer(undefined);
  }

  #takeQueue(): Waiting[] {
    const queue = this.#queue;
    this.#queue = [];
    return queue;
  }

  #list(): void {
    const queue = this.#takeQueue();
    const snapshot = new Snapshot(this.#client.writes, () => this.#objects(queue.map(({ call }) => call)));
    this.#snapshot = snapshot;
    for (const { name, call, answer } of queue) answer(snapshot.find(name, call));
    snapshot.whole.then(
      () => setTimeout(() => this.#drop(snapshot), freshMs).unref(),
      () => {
        // Whatever hinders it: each read by itself tells it in its own words, or works.
        this.#isRefused = true;
        this.#drop(snapshot);
      },
    );
  }

  #drop(snapshot: Snapshot): void {
    if (this.#snapshot === snapshot) this.#snapshot = undefined;
  }

  async *#objects(calls: readonly Call[]): AsyncGenerator<ApiObject> {
    const { path, labelSelector, isWanted } = this.#collection;
    const deadlines = calls.map(({ deadline }) => deadline ?? Number.POSITIVE_INFINITY);
    // The list serves them all, so it may take as long as the most patient of them.
    const call = { ...calls[0], deadline: Math.max(...deadlines) };
    for await (const object of this.#client.list(path, { labelSelector }, call)) {
      if (isWanted(object)) yield object;
    }
  }
}
