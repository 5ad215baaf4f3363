import { existsSync, writeFileSync } from "node:fs";
import { fileProblem } from "../../emulator/text/fileProblem";
import type { Session } from "../../provider/cliFacade";
import { typeToken } from "../../provider/packageNames.js";
import { isStdout, refuseSamePlace, writeReport } from "../output";
import type { CliCommand } from "../program";
import { failureExitCode, sessionOf, withSession } from "../session";
import { type Notify, oneLine } from "../words";
import type { Importable } from "./candidates";
import { findImportables, type Importables } from "./importables";
import { checkSelection, type ImportValues, importOptions } from "./options";
import { importJson, importReport } from "./report";

const notify = (note: string) => console.error(`note: ${oneLine(note)}`);

/** The command `import`. */
export const importCommand: CliCommand<ImportValues> = {
  name: "import",
  summary: "Write the Pulumi import file for what is on a platform already; change nothing there",
  options: importOptions,
  exitCodes: {
    0: "done, also where there was nothing to take, or single objects could not be read",
    1: "failed, for example because the key may not list a kind, or a file exists",
    3: "not authorized: the platform refused the access key, or there is none",
  },
  run: async (values) => {
    checkSelection(values);
    refuseSamePlace([values.out, values.json], [values.certificateAuthority]);
    const found = await withSession(sessionOf(values, notify), (session) => runImport(session, values, notify));
    const report = importReport(found, values);
    // Stdout has only the import file then.
    if (isStdout(values.out)) console.error(report.trimEnd());
    writeReport(
      values.json,
      () => (isStdout(values.out) ? "" : report),
      () => importJson(found, values),
    );
    return 0;
  },
  failureExitCode,
};

/** Writes the import file, and returns its content. */
export async function runImport(session: Session, values: ImportValues, notify: Notify): Promise<Importables> {
  const { out, force } = values;
  if (!force && !isStdout(out) && existsSync(out)) throw refusal(out);
  const found = await withNotesAfterwards(notify, (note) => findImportables(session, values, note));
  if (found.taken.length > 0) writeImportFile(importFile(found.taken), values);
  return found;
}

/** Shows the notes at the end, since they would mix with the progress line. */
async function withNotesAfterwards<Result>(notify: Notify, work: (note: Notify) => Promise<Result>): Promise<Result> {
  const notes: string[] = [];
  try {
    return await work((note) => notes.push(note));
  } finally {
    for (const note of notes) notify(note);
  }
}

function writeImportFile(text: string, { out, force }: ImportValues): void {
  if (isStdout(out)) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(out, text, { flag: force ? "w" : "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw refusal(out);
    throw new Error(fileProblem("write", "import file", out, error), { cause: error });
  }
}

const refusal = (file: string): Error =>
  new Error(`${file} exists already. Name another file, or overwrite it with --force.`);

/** Input of `pulumi import --file`. */
function importFile(taken: readonly Importable[]): string {
  const counts = new Map<string, number>();
  const resources = taken.map(({ resource, id }) => {
    // Project names have no dots, so the names are unique, and independent of other imports.
    const logicalName = id.replaceAll("/", ".");
    const variable = identifier(logicalName) + resource.type;
    const count = (counts.get(variable) ?? 0) + 1;
    counts.set(variable, count);
    const name = count === 1 ? variable : `${variable}_${count}`;
    return { type: typeToken(resource.type), name, logicalName, id };
  });
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}

/** An identifier, with the kind at its end so that it is no keyword. */
function identifier(name: string): string {
  const joined = name.replace(/[^a-z0-9]+([a-z0-9])/gi, (_, next: string) => next.toUpperCase());
  return /^\d/.test(joined) ? `_${joined}` : joined;
}
