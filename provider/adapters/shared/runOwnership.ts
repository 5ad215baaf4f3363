import { randomUUID } from "node:crypto";
import { appendFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { npmName } from "../../packageNames.js";

/** The keys of an object and a resource. The name is present if the resource has the object. */
type Note = readonly [object: string, key: string, name?: string];

/**
 * Shares between the provider processes of one run which objects have a resource. Each process
 * appends notes to its own file in a private folder. The file's name has the engine's address.
 */
export class RunOwnership {
  readonly #prefix: string;
  readonly #folder: string;
  /** The file of this process; undefined before the first note. */
  #file: string | undefined;
  readonly #texts = new Map<string, { length: number; names: ReadonlyMap<string, string> }>();

  constructor(engineAddress: string, folder = defaultFolder()) {
    this.#prefix = `${engineAddress.replace(/\W/g, "-")}.`;
    this.#folder = folder;
  }

  /** Shares a note. If that fails, each process knows only its own resources. */
  publish(...note: Note): void {
    try {
      this.#file ??= this.#newFile();
      if (this.#file) appendFileSync(this.#file, `${JSON.stringify(note)}\n`, { mode: 0o600 });
    } catch {
      // A full or read-only disk must not stop a run.
      this.#file = "";
    }
  }

  /** Name of a resource of another process that has the object. */
  ownerOf(object: string): string | undefined {
    if (!isPrivate(this.#folder)) return undefined;
    const files = readdirSync(this.#folder).filter((name) => name.startsWith(this.#prefix) && isProcessRunning(name));
    const others = files.map((name) => path.join(this.#folder, name)).filter((file) => file !== this.#file);
    return others.map((file) => this.#namesIn(file).get(object)).find((name) => name !== undefined);
  }

  #newFile(): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (!isPrivate(this.#folder)) return "";
    // A killed process leaves its file.
    for (const name of readdirSync(this.#folder))
      if (!isProcessRunning(name)) rmSync(path.join(this.#folder, name), { force: true });
    const file = path.join(this.#folder, `${this.#prefix}${process.pid}.${randomUUID()}`);
    process.once("exit", () => rmSync(file, { force: true }));
    return file;
  }

  #namesIn(file: string): ReadonlyMap<string, string> {
    const text = textOf(file);
    const known = this.#texts.get(file);
    if (known?.length === text.length) return known.names;
    const names = namesOf(
      text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Note),
    );
    this.#texts.set(file, { length: text.length, names });
    return names;
  }
}

/** The text of a file. A process removes its file at its end. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** For each object, the name of its first remaining resource. */
function namesOf(notes: readonly Note[]): ReadonlyMap<string, string> {
  const owners = new Map<string, Map<string, string>>();
  for (const [object, key, name] of notes) {
    const objectOwners = owners.get(object) ?? new Map<string, string>();
    if (name === undefined) objectOwners.delete(key);
    else owners.set(object, objectOwners.set(key, name));
  }
  return new Map(
    [...owners].flatMap(([object, names]) => [...names.values()].slice(0, 1).map((name) => [object, name])),
  );
}

const defaultFolder = () => path.join(tmpdir(), `${npmName}-${process.getuid?.() ?? "run"}`);

/** Another user may have made a folder of this name. */
function isPrivate(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
}

function isProcessRunning(file: string): boolean {
  try {
    return process.kill(Number(file.split(".").at(1)), 0);
  } catch {
    return false;
  }
}
