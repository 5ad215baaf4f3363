import { Readable } from "node:stream";

const atOnce = 8;

/** What a function makes of each item, in the order of the items; a few are under way at the same time. */
export function concurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  return Readable.from(items).map(work, { concurrency: atOnce }).toArray();
}
