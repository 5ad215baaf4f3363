import type { Page } from "./answers.js";

/** How many objects a page asks for where nobody knows how large they are, and at most where its reader says how many. */
export const usualPage = 500;
/** What the pages of a list grow to: a large list takes few requests then, and no answer is long to wait for. */
const most = { objects: 8000, characters: 8 * 1024 * 1024 } as const;

/** How many objects the pages of a list ask for; whoever reads the list again goes on with what it taught. */
export class PageSizes {
  #next: number;
  #grow: boolean;
  #areTried = false;

  /** Pages of that many objects; without a number, growing ones. */
  constructor(limit?: number) {
    this.#next = Math.min(limit ?? usualPage, usualPage);
    this.#grow = limit === undefined;
  }

  /** How many objects the next page asks for. */
  get next(): number {
    return this.#next;
  }

  /** Whether a page was answered yet: what is refused after that is not the list itself. */
  get areTried(): boolean {
    return this.#areTried;
  }

  /**
   * Takes a page for a sample of the others. What was too large or refused once would be so again, and is not tried any more: `limit` is
   * less than was asked for then.
   */
  learnFrom(asked: number, { limit, items, length }: Pick<Page, "items" | "length"> & { limit: number }): void {
    this.#areTried = true;
    this.#grow &&= limit === asked;
    const twice = 2 * limit;
    const fits = twice <= most.objects && (twice * length) / items.length <= most.characters;
    this.#next = this.#grow && fits ? twice : limit;
  }
}
