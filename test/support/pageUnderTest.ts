// A test of a page runs the page's own blocks in order, so the docs cannot differ from the tests.
// test/parts/docs/drift.test.ts is the model.
import { type PageCode, readPages } from "./readPages";

/** A block of a page, with placeholders replaced. */
export interface Block {
  readonly text: string;
  /** Such as `docs/orphans.md:12`. */
  readonly place: string;
  /** The block with these texts replaced, each of which it must contain. */
  with(replacements: Readonly<Record<string, string>>): Block;
}

export interface PageUnderTest {
  /** The only block that contains these words; if several do, the one that equals them. */
  block(words: string, heading?: string): Block;
  /** The places of blocks that were not requested so far. */
  unused(): string[];
}

/** Declares the tests of a page. The last one checks that all blocks but `except` were used. */
export function describePage(file: string, body: (page: PageUnderTest) => void, { except = 0 } = {}): void {
  describe(file, () => {
    const page = pageUnderTest(file);
    body(page);
    test(`every block of the page is used, except ${except}`, () => {
      const unused = page.unused();
      expect({ unused, count: unused.length }).toEqual({ unused, count: except });
    });
  });
}

export function pageUnderTest(file: string): PageUnderTest {
  // Nobody types a diagram.
  const blocks = (readPages([file])[0]?.blocks ?? []).filter(({ language }) => language !== "mermaid");
  const left = new Set(blocks);
  const placeOf = ({ line }: { line: number }) => `${file}:${line}`;
  return {
    block: (words, heading) => {
      const [found, ...more] = blocksWith(blocks, words, heading);
      if (!found || more.length > 0)
        throw new Error(`${more.length + Number(!!found)} blocks of ${file} contain: ${words}`);
      left.delete(found);
      return blockOf(found.text, placeOf(found));
    },
    unused: () => [...left].map(placeOf),
  };
}

function blocksWith(blocks: readonly PageCode[], words: string, heading?: string): PageCode[] {
  const there = blocks.filter((block) => heading === undefined || block.heading === heading);
  const exact = there.filter(({ text }) => text === words);
  return exact.length > 0 ? exact : there.filter(({ text }) => text.includes(words));
}

function blockOf(text: string, place: string): Block {
  const replaced = (replacements: Readonly<Record<string, string>>) => {
    let result = text;
    for (const [from, to] of Object.entries(replacements)) {
      if (!text.includes(from)) throw new Error(`${place} has no ${from} to replace`);
      result = result.replaceAll(from, () => to);
    }
    return blockOf(result, place);
  };
  return { text, place, with: replaced };
}

/** Matches output as a page shows it: `…` stands for anything, and white space may differ. */
export function printedLike(shown: string): RegExp {
  const parts = shown.split("…").map((part) =>
    part
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("\\s+"),
  );
  return new RegExp(parts.join("[\\s\\S]*?"));
}
