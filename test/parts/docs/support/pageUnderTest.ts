// How to write the scenario of a page. A page is a session of a user: `test/parts/docs/pages/<page>.test.ts` prepares what the page
// presupposes and runs the page's own blocks in their order. The words of the block are what the page says, so the page
// cannot say one thing and the tests do another. docs/orphans.md is the model: test/parts/docs/pages/orphans.test.ts.
//
//   const page = pageUnderTest("docs/orphans.md");
//   const given = stackUnderTest(() => ({ program: "yaml", source: "…" }));    // a platform, and a stack for it
//   const shell = shellUnderTest(() => given.stack);                           // one shell for the whole page: what a block
//                                                                              // exports is there in the next
//   test("…", async () => {
//     const block = page.block("pulumi stack export |");                       // the only block with these words in it; where
//                                                                              // there are two, name the heading as well
//     const printed = await shell.run(block.with({ "web/old-name": "test/dev" }),  // what a reader has to replace
//       { fails: [["npx pulumi-platform orphans", 7]] });                      // which commands end with what; none unless told
//     expect(printed).toMatch(printedLike(page.block("orphan").text));         // a block of output; … stands for anything
//   });
//   test("every block of the page was run", () => expect(page.unused()).toEqual([]));
//
// `shell.start(block, /ready/)` is for what goes on running. A block that is (part of) a program goes to `given.stack.write`, in a
// frame of the scenario's. Then give the page its row in test/docs/documentedPages.ts, which says how many blocks there are and
// who runs them; test/docs/everyBlock.test.ts holds the pages and the scenarios to it.
import { blocksWith } from "./blocksWith";
import { readPages } from "./readPages";

/** A block of a page, with what a reader replaces in it replaced. */
export interface Block {
  readonly text: string;
  /** Such as `docs/orphans.md:12`. */
  readonly place: string;
  /** The same with other words in the place of these, each of which has to be in it. */
  with(replacements: Readonly<Record<string, string>>): Block;
}

/** The page of a scenario. */
export interface PageUnderTest {
  /** The only block with these words in it or, of several, the only one that is nothing else; under this heading, where one is given. */
  block(words: string, heading?: string): Block;
  /** The places of the blocks that nobody asked for so far. */
  unused(): string[];
}

/** Reads a page for its scenario. */
export function pageUnderTest(file: string): PageUnderTest {
  const blocks = readPages([file])[0]?.blocks ?? [];
  const left = new Set(blocks);
  const placeOf = ({ line }: { line: number }) => `${file}:${line}`;
  return {
    block: (words, heading) => {
      const [found, ...more] = blocksWith(blocks, words, heading);
      if (!found || more.length > 0)
        throw new Error(`${more.length + Number(!!found)} blocks of ${file} have: ${words}`);
      left.delete(found);
      return blockOf(found.text, placeOf(found));
    },
    unused: () => [...left].map(placeOf),
  };
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
