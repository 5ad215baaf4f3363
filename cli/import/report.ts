import { objectLabel, shellWord } from "../../provider/cliFacade";
import { isStdout } from "../output";
import { counted, oneLine } from "../words";
import type { Importables } from "./importables";
import { type ImportValues, selectedResources } from "./options";

/** The report as text, with the next steps. */
export function importReport(found: Importables, values: ImportValues): string {
  const lines =
    found.taken.length === 0 ? ["There is nothing to import, so no file was written."] : written(found, values);
  return `${[...lines, ...leftOut(found), ...(found.taken.length === 0 ? [] : next(values))].map(oneLine).join("\n")}\n`;
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
  const kinds = selectedResources(values).flatMap(({ type }) => {
    const { length } = taken.filter(({ resource }) => resource.type === type);
    return length === 0 ? [] : [counted(length, type)];
  });
  const file = isStdout(values.out) ? "stdout" : values.out;
  return [`Wrote ${file} with ${counted(taken.length, "resource")}: ${kinds.join(", ")}.`];
}

function leftOut({ leftOut, managed }: Importables): string[] {
  const made = `Left out what Pulumi stacks have made: ${counted(managed, "object")}. --managed takes such objects, too.`;
  const others = leftOut.map(({ resource, id, reason }) => `Left out ${objectLabel(resource.type, id)}: ${reason}.`);
  return [...(managed > 0 ? [made] : []), ...others];
}

function next({ out }: ImportValues): string[] {
  return [
    "Next, in the folder of the Pulumi project:",
    `  pulumi import --file ${isStdout(out) ? "<the file that took stdout>" : shellWord(out)} --yes`,
    "  (It prints a program: put that into the project's own, or the preview would delete what was imported.)",
    "  pulumi preview --expect-no-changes",
  ];
}
