import { lstatSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { kindOfPlural } from "../kinds/kinds";
import type { ApiObject } from "../kinds/metadata";
import { fileProblem } from "../text/fileProblem";
import { canonicalJson, isObject, type JsonValue, parseStored, UnreadableError } from "../text/json";
import { takeLock } from "./fileLock";
import { NotKeptError, type ObjectStore, type StoreContents } from "./store";

const format = "embedded-platform data 1";

/** A data file that cannot be used: what failed, why, and what to do. */
export class DataError extends NotKeptError {}

/**
 * The file that keeps a store: a header and a line for each object. Each change writes it whole
 * beside itself and renames it before anybody sees the change, so a crash leaves either the old or
 * the new state.
 */
export class DataFile {
  private constructor(
    private readonly file: string,
    private readonly group: string,
    private unlock: (() => void) | undefined,
    /** What the file held; undefined if it was missing or empty. */
    readonly contents: StoreContents | undefined,
  ) {}

  /** Locks and reads a file. */
  static async open(path: string, group: string): Promise<DataFile> {
    const file = attempt("read", path, () => canonicalPath(path));
    const unlock = await takeLock(file);
    if (unlock === undefined) {
      const remedy = "Stop that one, or name another file.";
      throw new DataError(`the data file ${file} is in use by another running platform. ${remedy}`);
    }
    try {
      return new DataFile(
        file,
        group,
        unlock,
        attempt("read", file, () => readContents(file, group)),
      );
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** Writes the store now and at each change. A change that cannot be written is not made. */
  keep(store: ObjectStore): void {
    this.write(store);
    store.keepIn(() => this.write(store));
  }

  /** Releases the file. The store cannot be changed any more. */
  close(): void {
    this.unlock?.();
    this.unlock = undefined;
  }

  private write(store: ObjectStore): void {
    if (this.unlock === undefined) throw new DataError(`the data file ${this.file} is closed.`);
    const lines = [canonicalJson({ format, group: this.group, resourceVersion: store.resourceVersion })];
    for (const { plural, entry } of store.all()) lines.push(`{"plural":"${plural}","put":${entry.json}}`);
    const beside = `${this.file}.new`;
    attempt("write", this.file, () => {
      rmSync(beside, { force: true });
      writeFileSync(beside, `${lines.join("\n")}\n`, { flag: "wx", mode: 0o600, flush: true });
      renameSync(beside, this.file);
    });
  }
}

function attempt<T>(action: "read" | "write", file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(fileProblem(action, "data file", file, error), { cause: error });
  }
}

// The same for every path to the file, and no link, which a rename would replace.
function canonicalPath(path: string): string {
  const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined;
  if (isNew)
    return join(
      attempt("write", path, () => realpathSync(dirname(path))),
      basename(path),
    );
  const file = realpathSync(path);
  if (statSync(file).isFile()) return file;
  throw new DataError(`cannot use the data file ${path}: it is no regular file. Name another one.`);
}

function readContents(file: string, group: string): StoreContents | undefined {
  const text = statSync(file, { throwIfNoEntry: false }) === undefined ? "" : readFileSync(file, "utf8");
  if (text === "") return undefined;
  const [header, ...lines] = text.trimEnd().split("\n").map(parseLine);
  if (!isObject(header) || header.format !== format) {
    const remedy = "It was not changed. Name another file.";
    throw new DataError(`${file} is no data file of the embedded platform, or one of another version. ${remedy}`);
  }
  if (header.group !== group) {
    const vendor = String(header.group).replace(/^management\./, "");
    throw new DataError(`${file} holds objects of ${header.group}, not of ${group}. Start with --vendor ${vendor}.`);
  }
  const objects = lines.map((line, index) => {
    if (isObject(line) && kindOfPlural(String(line.plural)) !== undefined && isObject(line.put)) {
      return { plural: String(line.plural), object: line.put as ApiObject };
    }
    throw new DataError(`line ${index + 2} of the data file ${file} is damaged. Restore a copy, or name another file.`);
  });
  return { version: Number(header.resourceVersion), objects };
}

function parseLine(line: string): JsonValue {
  try {
    return parseStored(line);
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}
