import { Readable } from "node:stream";

const atOnce = 8;

/** Maps items with limited concurrency, in order. */
export function concurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  return Readable.from(items).map(work, { concurrency: atOnce }).toArray();
}
