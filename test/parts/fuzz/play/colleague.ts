import type { RunningPlatform } from "../../../../emulator/platform";
import { groupPath } from "../../../support/http";
import { type Found, type Held, inputsOf, isAt, objectsAt, type Place, pluralOf, rowOf, valueIn } from "./objects";
import type { Declared, Edit, Kind, Slot } from "./sequence";

/** A change of an object: the merge patch and the resulting values. */
interface Change {
  patch: object;
  leaves: readonly Leaf[];
  onlyOf?: Kind;
}

/** A value at a path, undefined if removed. `field` is the input that may declare it. */
interface Leaf {
  path: readonly string[];
  value: unknown;
  field?: readonly string[] | undefined;
}

/** A value that the colleague wrote. */
interface Written extends Leaf {
  uid: string;
  letter: string;
}

type Changing = Exclude<Edit["what"], "delete" | "recreate" | "create beside it" | "create under its name">;

const theirs = "colleague.test/mark";

const change = (path: readonly string[], value: unknown, field?: readonly string[]): Change => ({
  patch: path.reduceRight<unknown>((inside, key) => ({ [key]: inside }), value) as object,
  leaves: [{ path, value, field }],
});

const finalizers = (object: unknown): string[] => (valueIn(object, ["metadata", "finalizers"]) as string[]) ?? [];

/** Changes by the colleague; `text` is unique. */
const changes: Record<Changing, (text: string, object: unknown) => Change> = {
  "add a label": (text) => change(["metadata", "labels", theirs], text),
  "add an annotation": (text) => change(["metadata", "annotations", theirs], text),
  "set a field that no program declares": (text) => change(["spec", "parameters"], text),
  "set displayName": (text) => change(["spec", "displayName"], text, ["displayName"]),
  "set description": (text) => change(["spec", "description"], text, ["description"]),
  "set the label env": (text) => change(["metadata", "labels", "env"], text, ["labels", "env"]),
  "add a finalizer": (_text, object) => ({
    patch: { metadata: { finalizers: [...new Set([...finalizers(object), theirs])] } },
    leaves: [{ path: ["metadata", "finalizers"], value: theirs }],
  }),
  "remove the finalizers": () => ({
    patch: { metadata: { finalizers: null } },
    leaves: [{ path: ["metadata", "finalizers"], value: undefined }],
  }),
  "disable the key": () => ({ ...change(["spec", "disabled"], true, ["disabled"]), onlyOf: "OwnedAccessKey" }),
  "replace the key": (text) => ({
    ...change(["spec", "key"], `key-of-a-colleague-${text}-${Math.random()}`, ["key"]),
    onlyOf: "OwnedAccessKey",
  }),
};

/** The command during which an edit happens: its program and the state at its start. */
export interface Running {
  program: readonly Declared[];
  state: readonly Held[];
}

type Stranger = Pick<Found, "kind" | "path" | "name" | "uid" | "version">;

/** More attempts than there are faults for one name. */
const insistence = 12;
const manager = "fieldManager=kubectl-edit";

/** Another client that edits objects of a stack and others, and remembers which values must stay. */
export class Colleague {
  /** Objects that are not the stack's, by uid. */
  readonly strangers = new Map<string, Stranger>();
  /** Values that must not be overwritten, by uid and path. */
  readonly #written = new Map<string, Written>();
  /** All values that were ever written. */
  readonly #everWritten: Omit<Written, "letter">[] = [];
  #count = 0;

  constructor(
    readonly platform: RunningPlatform,
    readonly place: Place,
    readonly slots: readonly Slot[],
  ) {}

  /** Makes an edit; an edit of a missing object is skipped. */
  async edit(edit: Edit, running?: Running): Promise<void> {
    this.#count++;
    // No program declares this letter, so it has no kind.
    if (!this.slots.some(({ letter }) => letter === edit.letter)) return;
    if (edit.what === "create beside it") return this.#create(edit, `${this.place.prefix}-stranger-${this.#count}`);
    if (edit.what === "create under its name") return this.#create(edit, this.#nameOf(edit));
    const found = this.#objectOf(edit);
    if (!found) return;
    if (edit.what === "delete") return this.#delete(found.path);
    if (edit.what === "recreate") return this.#recreate(edit, found);
    const change = changes[edit.what](`theirs-${this.#count}`, found.object);
    if (change.onlyOf && change.onlyOf !== found.kind) return;
    await this.#change(found, change, edit.letter, running);
  }

  /** At the start of an `up`: newly declared fields may be overwritten, and all fields with the policy `overwrite`. */
  upBegins(running: Running): void {
    for (const [key, written] of this.#written) if (mayOverwrite(written, running)) this.#written.delete(key);
  }

  /** At the end of a refresh: the state holds all written values and adopted recreated objects. */
  refreshed(before: readonly Held[], after: readonly Held[]): void {
    for (const [key, { field }] of this.#written) if (field) this.#written.delete(key);
    for (const { letter, uid } of after) {
      const knew = before.find((each) => each.letter === letter && each.uid !== undefined && !each.isReplaced);
      if (knew && uid !== undefined) this.strangers.delete(uid);
    }
  }

  /** Removes obstacles for the last `up`: finalizers, objects under its names, and disabled keys. */
  async leave(program: readonly Declared[], state: readonly Held[]): Promise<void> {
    for (const found of objectsAt(this.platform, this.place)) {
      await this.#send("PATCH", found.path, { metadata: { finalizers: null } });
      this.#written.delete(`${found.uid} metadata.finalizers`);
      const isDeclaredDisabled = program.some((each) => isAt(this.place, each.letter, found) && each.disabled);
      if (found.kind === "OwnedAccessKey" && !isDeclaredDisabled && !this.strangers.has(found.uid)) {
        await this.#send("PATCH", found.path, { spec: { disabled: null } });
        this.#written.delete(`${found.uid} spec.disabled`);
      }
    }
    for (const [uid, { name, path }] of this.strangers) {
      const isInTheWay = this.slots.some(({ letter }) => name.startsWith(rowOf(this.place, letter)));
      if (!isInTheWay || state.some((each) => each.uid === uid)) continue;
      this.strangers.delete(uid);
      await this.#delete(path);
    }
  }

  /** Lost edits, and changed, deleted or adopted objects of others. */
  problems(state: readonly Held[]): string[] {
    const objects = objectsAt(this.platform, this.place);
    return [
      ...[...this.strangers.values()].flatMap((each) => strangerProblems(each, objects, state)),
      ...[...this.#written.values()].flatMap((each) => lostEdits(each, objects)),
    ];
  }

  /** Whether the colleague wrote this value. */
  wrote(uid: string, path: readonly string[], value: unknown): boolean {
    const at = path.join(".");
    return this.#everWritten.some((each) => each.uid === uid && each.path.join(".") === at && each.value === value);
  }

  #objectOf({ letter }: Edit): Found | undefined {
    const all = objectsAt(this.platform, this.place).filter((each) => isAt(this.place, letter, each));
    return all.filter(({ uid }) => !this.strangers.has(uid)).sort((a, b) => Number(b.version) - Number(a.version))[0];
  }

  #slotOf = ({ letter }: Edit) => this.slots.find((each) => each.letter === letter) as Slot;

  #nameOf(edit: Edit): string {
    const { kind } = this.#slotOf(edit);
    const row = rowOf(this.place, edit.letter);
    return kind === "VirtualClusterImport" ? `${row}-1` : row;
  }

  async #create(edit: Edit, name: string): Promise<void> {
    const { kind } = this.#slotOf(edit);
    const { at, body } = strangerOf(kind, this.place, name);
    const isThere = (each: Found) => each.kind === kind && each.name === name;
    const before = objectsAt(this.platform, this.place).find(isThere)?.uid;
    await this.#send("POST", at, body);
    const made = objectsAt(this.platform, this.place).find(isThere);
    // The response may have been lost, or the name may have been taken.
    if (made && made.uid !== before && isStrange(made)) this.strangers.set(made.uid, made);
  }

  async #recreate(edit: Edit, { path, name, uid }: Found): Promise<void> {
    await this.#delete(path);
    if (!objectsAt(this.platform, this.place).some((each) => each.uid === uid)) await this.#create(edit, name);
  }

  async #change(found: Found, change: Change, letter: string, running: Running | undefined): Promise<void> {
    if (!(await this.#send("PATCH", found.path, change.patch))) return;
    for (const { path, value, field } of change.leaves) {
      this.#everWritten.push({ uid: found.uid, path, value });
      // A write of the same value is invisible to others.
      if (value !== undefined && valueIn(found.object, path) === value) continue;
      const written = { uid: found.uid, letter, path, value, field };
      const key = `${found.uid} ${path.join(".")}`;
      if (value === undefined || (running && mayOverwrite(written, running))) this.#written.delete(key);
      else this.#written.set(key, written);
    }
  }

  #delete = async (path: string) => void (await this.#send("DELETE", path));

  /** Retries, since faults hit all clients; returns whether the platform did it. */
  async #send(method: string, path: string, body?: object): Promise<boolean> {
    for (let attempt = 0; attempt < insistence; attempt++) {
      const answer = await this.#ask(method, path, body).catch(() => undefined);
      if (answer?.isHonest) return answer.isDone;
    }
    throw new Error(`The colleague gave up: ${method} ${path}`);
  }

  async #ask(method: string, path: string, body?: object): Promise<{ isHonest: boolean; isDone: boolean }> {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const response = await fetch(`${this.platform.baseUrl}${groupPath}/${path}?${method === "DELETE" ? "" : manager}`, {
      method,
      headers: { authorization: `Bearer ${this.platform.accessKey}`, "content-type": type },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { reason, message } = (await response.json()) as { reason?: string; message?: string };
    return { isHonest: reason !== "Conflict" && message !== "injected fault", isDone: response.ok };
  }
}

/** Whether an `up` of this program may overwrite the value. */
function mayOverwrite({ letter, field }: Written, { program, state }: Running): boolean {
  const now = program.find((each) => each.letter === letter);
  if (!field || !now) return false;
  if (now.conflictPolicy === "overwrite") return true;
  const place = { prefix: "", project: "" };
  const before = state.find((each) => each.letter === letter && !each.isReplaced);
  return (
    before !== undefined &&
    valueIn(before.inputs, field) === undefined &&
    valueIn(inputsOf(place, now), field) !== undefined
  );
}

const isStrange = ({ object }: Found) =>
  valueIn(object, ["spec", "user"]) === "stranger" ||
  valueIn(object, ["spec", "displayName"]) === "a stranger's" ||
  valueIn(object, ["spec", "clusterRef", "namespace"]) === "strangers";

function strangerOf(kind: Kind, { project }: Place, name: string): { at: string; body: object } {
  const apiVersion = "management.loft.sh/v1";
  if (kind !== "VirtualClusterImport") {
    const spec = kind === "OwnedAccessKey" ? { user: "stranger" } : { displayName: "a stranger's" };
    return { at: pluralOf[kind], body: { apiVersion, kind, metadata: { name }, spec } };
  }
  const sourceVirtualCluster = { cluster: "c9", namespace: "strangers", name, importName: name };
  const body = { apiVersion, kind: "ProjectImportVirtualCluster", sourceVirtualCluster };
  return { at: `projects/${project}/importvirtualcluster`, body };
}

function strangerProblems(
  { uid, version, kind, name }: Stranger,
  objects: readonly Found[],
  state: readonly Held[],
): string[] {
  const now = objects.find((each) => each.uid === uid);
  const label = `a stranger's ${kind} "${name}"`;
  return [
    ...(now === undefined ? [`${label} was deleted`] : []),
    ...(now !== undefined && now.version !== version ? [`${label} was changed`] : []),
    ...(state.some((each) => each.uid === uid) ? [`${label} was adopted`] : []),
  ];
}

function lostEdits({ uid, path, value }: Written, objects: readonly Found[]): string[] {
  const now = objects.find((each) => each.uid === uid);
  if (!now) return [];
  const is = valueIn(now.object, path);
  const isKept = Array.isArray(is) ? is.includes(value) : is === value;
  return isKept ? [] : [`${now.path}: a colleague set ${path.join(".")} to ${value}, it is ${JSON.stringify(is)}`];
}
