import { alignedLines } from "../words";
import type { Examined } from "./examine";

const verbs = ["list", "get", "create", "patch", "delete"] as const;

/** The cell of a line. A failed test tells nothing about the right. */
function cellOf({ status, message }: Examined): string {
  if (status === "ok") return "yes";
  if (status === "skipped") return "-";
  return message.startsWith("not allowed") ? "no" : "?";
}

const header = ["rights", ...verbs];

/** The kind and the verb of a tested right; undefined for other lines. */
function rightOf({ check, subject = "" }: Examined): { kind: string; verb: string } | undefined {
  const [kind = "", verb = ""] = subject.split(" ");
  return check === "rights" && verb !== "" ? { kind, verb } : undefined;
}

/** Whether the table shows a line completely. A missing right has a line with its remedy, too. */
export const isInTable = (line: Examined): boolean =>
  rightOf(line) !== undefined && (line.status === "ok" || line.status === "skipped");

/** The rights of the access key with a row for each kind; empty if no right was tested. */
export function rightsTable(examined: readonly Examined[]): string[] {
  const rows = new Map<string, Map<string, string>>();
  for (const line of examined) {
    const right = rightOf(line);
    if (!right) continue;
    const row = rows.get(right.kind) ?? new Map<string, string>();
    rows.set(right.kind, row.set(right.verb, cellOf(line)));
  }
  if (rows.size === 0) return [];
  const body = [...rows].map(([kind, row]) => [kind, ...verbs.map((verb) => row.get(verb) ?? "")]);
  return ["", ...alignedLines([header, ...body]), legend, ""];
}

const legend = "(-: not tested, because each project grants it, or not offered; ?: the test failed)";
