/** For how long a read counts, in milliseconds. */
const recentMs = 5000;

/** Reads since our last write that were not long ago. */
export class RecentReads {
  readonly #client: { readonly writes: number };
  #writes = 0;
  /** Epoch milliseconds, the oldest first. */
  #times: readonly number[] = [];

  constructor(client: { readonly writes: number }) {
    this.#client = client;
  }

  get count(): number {
    return this.#recent().length;
  }

  /** So many went out now. */
  add(count: number): void {
    this.#times = [...this.#recent(), ...Array<number>(count).fill(Date.now())];
    this.#writes = this.#client.writes;
  }

  #recent(): readonly number[] {
    const since = Date.now() - recentMs;
    return this.#writes === this.#client.writes ? this.#times.filter((time) => time >= since) : [];
  }
}
