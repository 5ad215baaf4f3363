import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./environment";

export interface PageCode {
  /** Language of the fence, "" without one, "inline" for code in a line of text. */
  readonly language: string;
  readonly text: string;
  readonly line: number;
  readonly heading: string;
}

export interface Page {
  readonly file: string;
  readonly blocks: readonly PageCode[];
  readonly inline: readonly PageCode[];
  readonly links: readonly { readonly url: string; readonly line: number }[];
  /** Anchors of its headings on GitHub. */
  readonly anchors: readonly string[];
}

/** All files in Markdown, by their paths in this repo. */
export function markdownFiles(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  return files.filter((file) => file && existsSync(path.join(root, file))).sort();
}

/** The pages that tell users and contributors what to type. */
export const guides = () =>
  markdownFiles().filter((file) => /^(README|CONTRIBUTING|SECURITY|docs|examples)\b/.test(file));

export function parseMarkdown(sources: readonly string[]): Omit<Page, "file">[] {
  const program = path.join(__dirname, "parseMarkdown.mjs");
  const printed = execFileSync(process.execPath, [program], { input: JSON.stringify(sources), encoding: "utf8" });
  const isInline = ({ language }: PageCode) => language === "inline";
  return JSON.parse(printed).map(({ codes, ...rest }: Page & { codes: PageCode[] }) => ({
    ...rest,
    blocks: codes.filter((code) => !isInline(code)),
    inline: codes.filter(isInline),
  }));
}

export function readPages(files: readonly string[]): Page[] {
  const pages = parseMarkdown(files.map((file) => readFileSync(path.join(root, file), "utf8")));
  return pages.map((page, index) => ({ ...page, file: files[index] ?? "" }));
}
