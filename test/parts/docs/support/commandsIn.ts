import type { Page } from "../../../support/readPages";

/** A call of a program in a page. */
export interface DocumentedCommand {
  readonly text: string;
  /** Such as `docs/orphans.md:12`. */
  readonly place: string;
  /** The program and its arguments, up to a pipe, a comment and the like. */
  readonly words: readonly string[];
  readonly options: readonly string[];
}

const shells = new Set(["sh", "bash", "console", "inline"]);

/** A placeholder, a quoted text, or anything up to the next blank. */
const word = /<[^>\n]*>|"[^"]*"|'[^']*'|(?:[^\s"'<]|"[^"]*"|<[^>\n]*>)+/g;
const ends = /^(\||\|\||&&|&|;|#.*|<|>|\d?>.*)$/;

/** The calls of a program in the shell blocks and the inline code of a page. */
export function commandsIn({ file, blocks, inline }: Page, program: string): DocumentedCommand[] {
  const call = new RegExp(`(?<=^|[\\s("])${program}(?=\\s+[^|&;#\\s])[^\\n|;)]*`, "gm");
  const codes = [...blocks, ...inline].filter(({ language }) => shells.has(language));
  return codes.flatMap(({ text, line }) => {
    const lines = text.replaceAll(/\\\n\s*/g, "").replaceAll(/(^|\s)#.*$/gm, "");
    return [...lines.matchAll(call)].map(([found]) => commandOf(found, `${file}:${line}`));
  });
}

function commandOf(text: string, place: string): DocumentedCommand {
  const all = text.match(word) ?? [];
  const end = all.findIndex((each) => ends.test(each));
  const words = end === -1 ? all : all.slice(0, end);
  const options = words.flatMap((each) => /^--?(\w[\w-]*)/.exec(each)?.[1] ?? []);
  return { text, place, words, options };
}
