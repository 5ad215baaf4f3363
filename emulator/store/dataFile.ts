import { randomBytes } from "node:crypto";
import { lstatSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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
 * The file that keeps all stores, as one JSON document. Each change writes it whole beside itself
 * and renames it before anybody sees the change, so a crash leaves either the old or the new state.
 */
export class DataFile {
  /** What identities are derived from, for as long as the file exists. */
  readonly secret: string;

  private constructor(
    private readonly file: string,
    private readonly group: string,
    private unlock: (() => void) | undefined,
    /** What the file held; undefined if it was missing or empty. */
    readonly contents: FileContents | undefined,
  ) {
    this.secret = contents?.secret ?? newSecret();
  }

  /** Locks and reads a file. `group` is the API group, with the API. */
  static async open(path: string, group: string): Promise<DataFile> {
    const file = attempt("read", path, () => canonicalPath(path));
    const unlock = await takeLock(file);
    if (unlock === undefined) {
      const remedy = "Stop that one, or name another file.";
      throw new DataError(`the data file ${file} is in use by another running platform. ${remedy}`);
    }
    try {
      const contents = attempt("read", file, () => readContents(file, group));
      return new DataFile(file, group, unlock, contents);
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
    const texts = [...stores].map(([server, store]) => {
      const objects = [...store.all()].map(({ plural, entry }) => `{"plural":"${plural}","object":${entry.json}}`);
      return `${JSON.stringify(server)}:{"version":${store.version},"objects":[\n${objects.join(",\n")}\n]}`;
    });
    const head = canonicalJson({ format, group: this.group, secret: this.secret }).slice(1, -1);
    const beside = `${this.file}.new`;
    attempt("write", this.file, () => {
      rmSync(beside, { force: true });
      writeFileSync(beside, `{${head},"stores":{${texts.join(",")}}}\n`, { flag: "wx", mode: 0o600, flush: true });
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
  const folder = () => attempt("write", path, () => realpathSync(dirname(path)));
  if (isNew) return join(folder(), basename(path));
  const file = realpathSync(path);
  if (statSync(file).isFile()) return file;
  throw new DataError(`cannot use the data file ${path}: it is no regular file. Name another one.`);
}

function readContents(file: string, group: string): FileContents | undefined {
  const text = statSync(file, { throwIfNoEntry: false }) === undefined ? "" : readFileSync(file, "utf8");
  if (text === "") return undefined;
  const found = parsed(text);
  if (!isObject(found) || found.format !== format || !isObject(found.stores)) {
    const remedy = "It was not changed. Name another file, or restore a copy.";
    throw new DataError(
      `${file} is no data file of the embedded platform, is damaged or of another version. ${remedy}`,
    );
  }
  if (found.group !== group) {
    const [, vendor, api] = /^management\.(.*), API (.*)$/.exec(String(found.group)) ?? [];
    const remedy = `Start with --vendor ${vendor} --api ${api}.`;
    throw new DataError(`${file} holds objects of ${found.group}, not of ${group}. ${remedy}`);
  }
  const stores = Object.entries(found.stores) as unknown as [string, StoreContents][];
  return { secret: String(found.secret), stores: new Map(stores) };
}

function parsed(text: string): JsonValue {
  try {
    return parseStored(text);
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}
