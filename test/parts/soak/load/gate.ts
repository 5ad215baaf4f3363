/** Lets work through while it is open; closed, it holds what comes next and waits for what has passed. */
export class Gate {
  readonly #underWay = new Set<Promise<unknown>>();
  #opened: Promise<void> = Promise.resolve();
  #isOpen = false;
  #open = () => {};

  /** A new gate is closed. */
  constructor() {
    void this.close();
  }

  open(): void {
    this.#isOpen = true;
    this.#open();
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
    await Promise.all(this.#underWay);
  }

  /** Does the work as soon as the gate is open. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    // It may close again between the opening and the moment when that is heard.
    while (!this.#isOpen) await this.#opened;
    const done = work();
    this.#underWay.add(done);
    return done.finally(() => this.#underWay.delete(done));
  }
}
