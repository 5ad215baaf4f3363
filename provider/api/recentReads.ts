/** For how long a read counts, in milliseconds. */
const recentMs = 5000;

/** Reads since our last write that were not long ago. */
export class RecentReads {
  readonly #client: { readonly writes: number };
  #writes = 0;
  /** Epoch milliseconds, the oldest first. */
  readonly #times: number[] = [];

  constructor(client: { readonly writes: number }) {
    this.#client = client;
  }

  get count(): number {
    this.#forget();
    return this.#times.length;
  }

  /** So many are read now. */
  add(count: number): void {
    this.#forget();
    this.#times.push(...Array<number>(count).fill(Date.now()));
  }

  #forget(): void {
    const since = this.#writes === this.#client.writes ? Date.now() - recentMs : Number.POSITIVE_INFINITY;
    this.#writes = this.#client.writes;
    const kept = this.#times.findIndex((time) => time >= since);
    this.#times.splice(0, kept < 0 ? this.#times.length : kept);
  }
}
