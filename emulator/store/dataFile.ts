import { randomBytes } from "node:crypto";
import { lstatSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ApiObject } from "../kinds/metadata";
import { fileProblem } from "../text/fileProblem";
import { canonicalJson, isObject, type JsonValue, parseStored, UnreadableError } from "../text/json";
import { takeLock } from "./fileLock";
import { NotKeptError, type ObjectStore, type StoreContents } from "./store";

const format = "embedded-platform data 1";

/** What a file holds: the stores by their servers, the one of the management server under "". */
interface FileContents {
  secret: string;
  stores: ReadonlyMap<string, StoreContents>;
}

/** A new text that nobody can guess. */
export const newSecret = (): string => randomBytes(32).toString("hex");

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
    readonly contents: FileContents | undefined,
  ) {
    this.secret = contents?.secret ?? newSecret();
  }

  /** What identities are derived from, for as long as the file exists. */
  readonly secret: string;

  /** Locks and reads a file. `group` is the API group, with the API. */
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

  /** Writes the stores now and at each change. A change that cannot be written is not made. */
  keep(stores: ReadonlyMap<string, ObjectStore>): void {
    this.write(stores);
    for (const store of stores.values()) store.keepIn(() => this.write(stores));
  }

  /** Releases the file. The store cannot be changed any more. */
  close(): void {
    this.unlock?.();
    this.unlock = undefined;
  }

  private write(stores: ReadonlyMap<string, ObjectStore>): void {
    if (this.unlock === undefined) throw new DataError(`the data file ${this.file} is closed.`);
    const versions = Object.fromEntries([...stores].map(([server, store]) => [server, store.resourceVersion]));
    const lines = [canonicalJson({ format, group: this.group, secret: this.secret, versions })];
    for (const [server, store] of stores) {
      for (const { plural, entry } of store.all()) {
        lines.push(`{"plural":"${plural}","put":${entry.json},"server":${JSON.stringify(server)}}`);
      }
    }
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

function readContents(file: string, group: string): FileContents | undefined {
  const text = statSync(file, { throwIfNoEntry: false }) === undefined ? "" : readFileSync(file, "utf8");
  if (text === "") return undefined;
  const [header, ...lines] = text.trimEnd().split("\n").map(parseLine);
  if (!isObject(header) || header.format !== format) {
    const remedy = "It was not changed. Name another file.";
    throw new DataError(`${file} is no data file of the embedded platform, or one of another version. ${remedy}`);
  }
  if (header.group !== group) {
    const [vendor = "", api] = String(header.group)
      .replace(/^management\./, "")
      .split(", API ");
    const remedy = `Start with --vendor ${vendor} --api ${api}.`;
    throw new DataError(`${file} holds objects of ${header.group}, not of ${group}. ${remedy}`);
  }
  const objects = lines.map((line, index) => {
    if (isObject(line) && isObject(line.put)) {
      return { server: String(line.server), plural: String(line.plural), object: line.put as ApiObject };
    }
    throw new DataError(`line ${index + 2} of the data file ${file} is damaged. Restore a copy, or name another file.`);
  });
  const stores = Object.entries(isObject(header.versions) ? header.versions : {}).map(([server, version]) => {
    const own = objects.filter((one) => one.server === server);
    return [server, { version: Number(version), objects: own }] as const;
  });
  return { secret: String(header.secret), stores: new Map(stores) };
}

function parseLine(line: string): JsonValue {
  try {
    return parseStored(line);
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}
