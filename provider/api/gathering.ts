/** How long nothing more may come before what was gathered is let go, in milliseconds: the engine asks for several at once, one after the other. */
const quietMs = 10;
/** How long the first waits at most, in milliseconds. */
const mostMs = 100;

/** What comes together: whoever comes waits for others, until nobody more comes. */
export class Gathering<Item> {
  readonly #letGo: (items: readonly Item[]) => void;
  #items: Item[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Epoch milliseconds by which it ends. */
  #end = 0;

  /** `letGo` gets what came when nothing more comes. */
  constructor(letGo: (items: readonly Item[]) => void) {
    this.#letGo = letGo;
  }

  /** How many have come. */
  get size(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    if (this.#items.length === 0) this.#end = Date.now() + mostMs;
    this.#items.push(item);
    this.#wait();
  }

  /** Ends it: all that came, for somebody who does not wait for more. */
  take(): readonly Item[] {
    clearTimeout(this.#timer);
    const items = this.#items;
    this.#items = [];
    return items;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    const due = Math.min(now + quietMs, this.#end);
    this.#timer = setTimeout(() => {
      // The process was busy, and has yet to hear of what came meanwhile.
      const isLate = Date.now() - due > quietMs;
      if (isLate && due < this.#end) this.#wait();
      else this.#letGo(this.take());
    }, due - now);
  }
}
