import { shellWord } from "../../provider/cliFacade";
import { isStdout } from "../output";
import { counted, oneLine } from "../words";
import type { Candidate, LeftOut } from "./candidates";
import type { Importables } from "./importables";
import { type ImportValues, kindOf } from "./options";

/** The report as text, with the next steps. */
export function importReport(found: Importables, values: ImportValues): string {
  const lines =
    found.taken.length === 0 ? ["There is nothing to import, so no file was written."] : written(found, values);
  return `${[...lines, ...leftOut(found, values), ...(found.taken.length === 0 ? [] : next(values))].map(oneLine).join("\n")}\n`;
}

/** The report as JSON. */
export function importJson({ taken, leftOut, managed }: Importables, { out }: ImportValues) {
  return {
    schemaVersion: 1,
    file: taken.length === 0 || isStdout(out) ? null : out,
    taken: taken.map(({ resource, id }) => ({ kind: resource.type, id })),
    leftOut: leftOut.map(({ resource, id, reason }) => ({ kind: resource.type, id, reason })),
    managed,
  };
}

function written({ taken }: Importables, values: ImportValues): string[] {
  const kinds = [...groupedBy(taken, kindOfCandidate)].map(([kind, { length }]) => counted(length, kind));
  const file = isStdout(values.out) ? "stdout" : values.out;
  return [`Wrote ${file} with ${counted(taken.length, "resource")}: ${kinds.join(", ")}.`];
}

function leftOut(found: Importables, values: ImportValues): string[] {
  const { leftOut, managed } = found;
  const made = `Left out what Pulumi stacks have made: ${counted(managed, "object")}. --managed takes such objects, too.`;
  const groups = groupedBy(leftOut, (each) => `${kindOfCandidate(each)}\n${each.reason}`);
  return [...(managed > 0 ? [made] : []), ...[...groups.values()].map(leftOutLine), ...notLookedFor(found, values)];
}

/** The kinds that only `--all-kinds` searches, if the platform may have some. */
function notLookedFor({ taken, leftOut }: Importables, { all, allKinds, kind }: ImportValues): string[] {
  const isProduct = [...taken, ...leftOut].some(({ resource }) => resource.productOnly);
  const isLimited = all && !allKinds && kind.length === 0;
  return isLimited && isProduct ? ["Not looked for: clusters, apps and other kinds. --all-kinds takes them, too."] : [];
}

/** The line of the objects of one kind that are left out for one reason. */
function leftOutLine(group: readonly LeftOut[]): string {
  const { resource, reason } = group[0] as LeftOut;
  const kind = kindOf(resource);
  const names = group.map(({ id }) => JSON.stringify(id)).join(", ");
  const objects = group.length === 1 ? `${kind} ${names}` : `${counted(group.length, kind)} (${names})`;
  return `Left out ${objects}: ${reason}.`;
}

const kindOfCandidate = ({ resource }: Candidate): string => kindOf(resource);

/** The entries by key, in the order of the first entry of each key. */
function groupedBy<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(keyOf(entry));
    if (group) group.push(entry);
    else groups.set(keyOf(entry), [entry]);
  }
  return groups;
}

function next({ out }: ImportValues): string[] {
  return [
    "Next, in the folder of the Pulumi project:",
    `  pulumi import --file ${isStdout(out) ? "<the file that took stdout>" : shellWord(out)} --yes`,
    "  (It prints a program: put that into the project's own, or the preview would delete what was imported.)",
    "  pulumi preview --expect-no-changes",
  ];
}
