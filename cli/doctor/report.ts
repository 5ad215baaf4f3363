import { styleText } from "node:util";
import { visible } from "../../provider/api/visible";
import type { Examined } from "./examine";
import type { Status } from "./line";

const statuses = ["ok", "warning", "problem", "skipped"] as const satisfies readonly Status[];
const styles = { ok: "green", warning: "yellow", problem: "red", skipped: "dim" } as const;
const mostSubjects = 4;
const width = Math.max(...statuses.map(({ length }) => length));

/** The exit code: 3 where the key is refused or missing, 1 where there is another problem, else 0. */
export function exitCodeOf(examined: readonly Examined[]): 0 | 1 | 3 {
  if (examined.some(({ isUnauthorised }) => isUnauthorised)) return 3;
  return examined.some(({ status }) => status === "problem") ? 1 : 0;
}

/** A line for each thing that was looked at, one for all that was skipped for the same reason, and one that counts them. */
export function reportText(examined: readonly Examined[], { color }: { color: boolean }): string {
  const paint = (status: Status) =>
    color ? styleText(styles[status], status.padEnd(width), { validateStream: false }) : status.padEnd(width);
  const lines = groupsOf(examined).map(
    ([each, ...others]) => `${paint(each.status)}  ${nameOf([each, ...others])}: ${wordsOf(each)}`,
  );
  const counts = statuses.map((status) => `${examined.filter((each) => each.status === status).length} ${status}`);
  return `${[...lines, counts.join(", ")].join("\n")}\n`;
}

type Group = readonly [Examined, ...Examined[]];

// What was not looked at would bury what is wrong.
function groupsOf(examined: readonly Examined[]): Group[] {
  const isAlike = (a: Examined, b: Examined) =>
    a.status === "skipped" && b.status === "skipped" && a.message === b.message;
  return examined.flatMap((each, at): Group[] => {
    if (examined.slice(0, at).some((before) => isAlike(before, each))) return [];
    return [[each, ...examined.slice(at + 1).filter((after) => isAlike(each, after))]];
  });
}

function nameOf(group: Group): string {
  const checks = [...new Set(group.map(({ check }) => check))];
  return checks
    .map((name) =>
      partsOf(
        name,
        group.flatMap(({ check, subject }) => (check === name && subject) || []),
      ),
    )
    .join(", ");
}

function partsOf(check: string, subjects: readonly string[]): string {
  if (subjects.length > mostSubjects) return `${check} (${subjects.length})`;
  return [check, subjects.join(" and ")].filter(Boolean).join(" ");
}

function wordsOf({ message, remedy }: Examined): string {
  return remedy ? `${message.replace(/\.$/, "")}. ${remedy}` : message;
}

/** The same as one line of JSON, in which a terminal finds nothing to obey. */
export function reportJson(examined: readonly Examined[]): string {
  const checks = examined.map(({ check, subject = null, status, message, remedy = null }) => ({
    check,
    subject,
    status,
    message,
    remedy: remedy || null,
  }));
  return `${visible(JSON.stringify({ schemaVersion: 1, exitCode: exitCodeOf(examined), checks }))}\n`;
}
