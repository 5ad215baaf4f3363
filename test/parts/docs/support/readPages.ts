import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A piece of code in a page. */
export interface PageCode {
  /** What the fence says, "" where it says nothing. */
  readonly language: string;
  readonly text: string;
  readonly line: number;
  /** The heading that it stands under. */
  readonly heading: string;
}

/** A page of the documentation. */
export interface Page {
  /** Its path in this repo, such as `docs/orphans.md`. */
  readonly file: string;
  readonly blocks: readonly PageCode[];
  /** Code in lines of text and in tables. */
  readonly inline: readonly PageCode[];
}

const root = path.join(__dirname, "..", "..", "..", "..");
const places = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs", "examples"];

/** The files of the documentation, by their paths in this repo. */
function pageFiles(): string[] {
  const filesIn = (place: string) => {
    if (place.endsWith(".md")) return [place];
    const all = readdirSync(path.join(root, place), { recursive: true, encoding: "utf8" });
    return all.filter((file) => file.endsWith(".md")).map((file) => path.posix.join(place, file.replaceAll("\\", "/")));
  };
  const files = places.filter((place) => existsSync(path.join(root, place))).flatMap(filesIn);
  return files.filter((file) => !file.includes("node_modules/")).sort();
}

/** Reads these pages of the documentation, or all. */
export function readPages(files: readonly string[] = pageFiles()): Page[] {
  const input = JSON.stringify(files.map((file) => readFileSync(path.join(root, file), "utf8")));
  const program = path.join(__dirname, "parseMarkdown.mjs");
  const parsed: PageCode[][] = JSON.parse(execFileSync(process.execPath, [program], { input, encoding: "utf8" }));
  return files.map((file, index) => {
    const codes = parsed[index] ?? [];
    const isInline = ({ language }: PageCode) => language === "inline";
    return { file, blocks: codes.filter((code) => !isInline(code)), inline: codes.filter(isInline) };
  });
}
