import { readFileSync } from "node:fs";
import path from "node:path";
import type { Adapter } from "./startAdapter";

/** A row of the table: one fault, its duration and the expectation for each operation. */
export interface DeclaredRow {
  readonly fault: string;
  readonly howLong: string;
  readonly cells: Readonly<Record<string, string>>;
}

const page = path.join(__dirname, "faultMatrix.md");

/** The table of faults and the texts of its messages in faultMatrix.md. */
export function declaredTable(): { rows: DeclaredRow[]; columns: string[]; words: Readonly<Record<string, string>> } {
  const tables = tablesIn(readFileSync(page, "utf8"));
  const [[, , ...columns] = [], ...rows] = tables.find(([head]) => head?.[0] === "fault") ?? [];
  const [, ...codes] = tables.find(([head]) => head?.[0] === "code") ?? [];
  return {
    columns,
    rows: rows.flatMap(([faults = "", howLong = "", ...cells]) =>
      eachOf(faults).map((fault) => ({
        fault,
        howLong,
        cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""])),
      })),
    ),
    words: Object.fromEntries(codes.map(([code = "", words = ""]) => [code, words.replaceAll("`", "")])),
  };
}

/** The faults of a row: "301 or 302 to another host" are two. */
function eachOf(faults: string): string[] {
  const [list] = /(?:\S+, )*\S+ or \S+/.exec(faults) ?? [];
  return list ? list.split(/, | or /).map((one) => faults.replace(list, one)) : [faults];
}

/** Tables as lists of rows of cells, the head first. */
function tablesIn(text: string): string[][][] {
  return text
    .split(/\n(?!\|)/)
    .map((block) => block.split("\n").filter((line) => line.startsWith("|") && !/^\|[-|]+\|$/.test(line)))
    .filter((lines) => lines.length > 0)
    .map((lines) =>
      lines.map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
    );
}

const methods = ["GET", "POST", "PATCH", "DELETE"];

/** How requests are written in a cell, sorted. */
export function countedRequests(sent: readonly string[]): string {
  const counts = methods.map((method) => ({ method, count: sent.filter((each) => each === method).length }));
  const shown = counts.filter(({ count }) => count > 0).map(({ method, count }) => `${count} ${method}`);
  return shown.join(", ") || "none";
}

/** The expectation of a cell for an adapter, with sorted requests. */
export function expectedOf(cell: string, adapter: Adapter["name"]): string {
  const [first = "", second = first] = cell.split(" / ");
  const [outcome = "", requests = ""] = (adapter === "the plugin" ? second : first).split(": ");
  const sent = requests.split(", ").flatMap((each) => {
    const [, count = "0", method = ""] = /^(\d+) ([A-Z]+)$/.exec(each) ?? [];
    return Array<string>(Number(count)).fill(method);
  });
  return `${outcome}: ${countedRequests(sent)}`;
}
