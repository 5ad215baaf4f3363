import type { PageCode } from "./readPages";

/** The blocks with these words in them, or those that are nothing else where there are any; under this heading, where one is given. */
export function blocksWith(blocks: readonly PageCode[], words: string, heading?: string): PageCode[] {
  const there = blocks.filter((block) => heading === undefined || block.heading === heading);
  const exact = there.filter(({ text }) => text === words);
  return exact.length > 0 ? exact : there.filter(({ text }) => text.includes(words));
}
