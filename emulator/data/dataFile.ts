import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ObjectStore, StoreContents, StoreEvent } from "../store/store";
import { DataError, fileError } from "./dataError";
import { changeLine, headerLine, putLine, readDataLines } from "./dataLines";
import { takeLock } from "./takeLock";

const chunkLength = 1024 * 1024;
const minCompactBytes = 4 * 1024 * 1024;
const compactFactor = 4;

/**
 * The file that keeps a store: a line for each change, written before the change is seen by anybody.
 * Now and then it is written anew, beside itself, with the objects that are left.
 */
export class DataFile {
  private fd = -1;
  private inode = 0n;
  private size = 0;
  private compactAt = 0;

  private constructor(
    private readonly file: string,
    private readonly group: string,
    private unlock: (() => void) | undefined,
    /** What the file held; undefined if there was none or an empty one. */
    readonly contents: StoreContents | undefined,
  ) {}

  /** Locks and reads a file; it is not changed yet. */
  static async open(path: string, group: string): Promise<DataFile> {
    const file = attempt("write", path, () => canonicalPath(path));
    const unlock = await takeLock(file);
    if (unlock === undefined) {
      throw new DataError(
        `the data file ${file} is in use by another running platform. Stop that one, or name another file.`,
      );
    }
    try {
      const bytes = attempt("read", file, () => readIfThere(file));
      const contents = bytes.length === 0 ? undefined : readDataLines(bytes, file, group);
      return new DataFile(file, group, unlock, contents);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** Writes the whole store, and from now on every change of it; a change that cannot be written is not made. */
  keep(store: ObjectStore): void {
    this.rewrite(store);
    store.keepIn((event) => this.record(store, event));
  }

  /** Lets the file go; the store cannot be changed any more. */
  close(): void {
    if (this.fd >= 0) closeSync(this.fd);
    this.fd = -1;
    this.unlock?.();
    this.unlock = undefined;
  }

  private record(store: ObjectStore, event: StoreEvent): void {
    if (this.fd < 0) throw new DataError(`the data file ${this.file} is closed.`);
    this.checkPlace();
    if (this.size > this.compactAt) this.compact(store);
    this.append(changeLine(event));
  }

  private checkPlace(): void {
    const found = statSync(this.file, { bigint: true, throwIfNoEntry: false });
    if (found?.ino === this.inode) return;
    throw new DataError(
      `the data file ${this.file} was removed or replaced while the platform ran. Put it back, or start the platform again.`,
    );
  }

  // A part of a line must not stand before later lines, so it is cut off again.
  private append(line: string): void {
    try {
      this.size += writeAll(this.fd, line, this.size);
    } catch (error) {
      ftruncateSync(this.fd, this.size);
      throw fileError("write", this.file, error);
    }
  }

  // The file stays whole without it, so a failure only puts it off.
  private compact(store: ObjectStore): void {
    try {
      this.rewrite(store);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      this.compactAt = this.size * 2;
    }
  }

  private rewrite(store: ObjectStore): void {
    const beside = `${this.file}.new`;
    attempt("write", this.file, () => {
      rmSync(beside, { force: true });
      const fd = openSync(beside, "wx", 0o600);
      try {
        const size = writeStore(fd, store, this.group);
        fsyncSync(fd);
        renameSync(beside, this.file);
        this.adopt(fd, size);
      } catch (error) {
        closeSync(fd);
        rmSync(beside, { force: true });
        throw error;
      }
    });
  }

  private adopt(fd: number, size: number): void {
    if (this.fd >= 0) closeSync(this.fd);
    this.fd = fd;
    this.inode = fstatSync(fd, { bigint: true }).ino;
    this.size = size;
    this.compactAt = Math.max(minCompactBytes, size * compactFactor);
  }
}

function attempt<T>(action: "read" | "write", file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof DataError ? error : fileError(action, file, error);
  }
}

// The same for every path that leads to the file, and without a link that a rename would replace.
function canonicalPath(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return newPath(path);
  if (!found.isFile())
    throw new DataError(`cannot use the data file ${path}: it is no regular file. Name another one.`);
  return realpathSync(path);
}

function newPath(path: string): string {
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (link === undefined) return join(realpathSync(dirname(path)), basename(path));
  throw new DataError(
    `cannot use the data file ${path}: it is a link to nothing. Make an empty file where it leads, or name another file.`,
  );
}

function readIfThere(file: string): Buffer {
  return statSync(file, { throwIfNoEntry: false }) === undefined ? Buffer.alloc(0) : readFileSync(file);
}

function writeStore(fd: number, store: ObjectStore, group: string): number {
  let size = 0;
  let text = headerLine(group, store.resourceVersion);
  for (const { plural, entry } of store.all()) {
    text += putLine(plural, entry);
    if (text.length < chunkLength) continue;
    size += writeAll(fd, text, size);
    text = "";
  }
  return size + writeAll(fd, text, size);
}

function writeAll(fd: number, text: string, position: number): number {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
  return bytes.length;
}
