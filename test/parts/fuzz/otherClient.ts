import type { RunningPlatform } from "../../../emulator/platform";
import { groupPath } from "../../support/http";
import { type Declared, type Edit, type Kind, prefixOf, project } from "./anySequence";
import { type Found, type Held, isOf, objectsOn, pluralOf, valueIn } from "./objects";

/** A value that the client wrote; undefined if removed. `field`: the input that may declare it. */
interface Written {
  path: readonly string[];
  value: unknown;
  field?: readonly string[] | undefined;
}

/** A change of an object: the value, and its merge patch where that is another one. */
interface Change extends Written {
  patch?: object;
  onlyOf?: Kind;
}

type Kept = Written & { uid: string; letter: string };
type Changing = Exclude<Edit["what"], "delete" | "recreate" | "create beside it" | "create under its name">;

const mark = "other.test/mark";
const ownerLabel = "pulumi-vcluster-platform/owner";
const finalizersPath = ["metadata", "finalizers"];
const change = (path: readonly string[], value: unknown, field?: readonly string[]): Change => ({ path, value, field });

/** `text` is unique. */
const changes: Record<Changing, (text: string, object: unknown) => Change> = {
  "add a label": (text) => change(["metadata", "labels", mark], text),
  "add an annotation": (text) => change(["metadata", "annotations", mark], text),
  "set a field that no program declares": (text) => change(["spec", "parameters"], text),
  "set displayName": (text) => change(["spec", "displayName"], text, ["displayName"]),
  "set description": (text) => change(["spec", "description"], text, ["description"]),
  "set the label env": (text) => change(["metadata", "labels", "env"], text, ["labels", "env"]),
  "add a finalizer": (_text, object) => ({
    ...change(finalizersPath, mark),
    patch: patchOf(finalizersPath, [...new Set([...((valueIn(object, finalizersPath) as string[]) ?? []), mark])]),
  }),
  "remove the finalizers": () => ({ ...change(finalizersPath, undefined), patch: patchOf(finalizersPath, null) }),
  "disable the key": () => ({ ...change(["spec", "disabled"], true, ["disabled"]), onlyOf: "OwnedAccessKey" }),
  "replace the key": (text) => ({
    ...change(["spec", "key"], `key-of-another-client-${text}-${Math.random()}`, ["key"]),
    onlyOf: "OwnedAccessKey",
  }),
};

const patchOf = (path: readonly string[], value: unknown) =>
  path.reduceRight<unknown>((inside, key) => ({ [key]: inside }), value) as object;

/** The `up` during which an edit happens: its program and the state at its start. */
export interface Running {
  program: readonly Declared[];
  state: readonly Held[];
}

/** More attempts than there are faults for one kind. */
const maxAttempts = 12;

/** Another client that edits objects of a stack and others. It knows which values must stay. */
export class OtherClient {
  /** Objects that are not the stack's, by uid. */
  readonly foreign = new Map<string, Found>();
  /** uids of objects of this client that a refresh adopted. */
  readonly #adopted = new Set<string>();
  /** Values that must not be overwritten, by uid and path. */
  readonly #kept = new Map<string, Kept>();
  /** All values that were ever written, as `uid path value`. */
  readonly #everWritten = new Set<string>();
  #count = 0;

  constructor(readonly platform: RunningPlatform) {}

  /** Makes an edit; an edit of a missing object is skipped. */
  async edit({ letter, kind, what }: Edit, running?: Running): Promise<void> {
    this.#count++;
    const prefix = prefixOf(letter);
    if (what === "create beside it") return this.#create(kind, `fuzz-foreign-${this.#count}`);
    if (what === "create under its name")
      return this.#create(kind, kind === "VirtualClusterImport" ? `${prefix}-1` : prefix);
    const found = this.#objectOf(letter);
    if (!found) return;
    if (what === "delete" || what === "recreate") {
      await this.#send("DELETE", found.path);
      const isGone = !objectsOn(this.platform).some(({ uid }) => uid === found.uid);
      if (what === "recreate" && isGone) await this.#create(kind, found.name);
      return;
    }
    const change = changes[what](`theirs-${this.#count}`, found.object);
    if (!change.onlyOf || change.onlyOf === kind) await this.#change(found, change, letter, running);
  }

  /** At the start of an `up`, which may overwrite newly declared fields, or all by `overwrite`. */
  upBegins(running: Running): void {
    for (const [key, kept] of this.#kept) if (mayOverwrite(kept, running)) this.#kept.delete(key);
  }

  /** At the end of a refresh: the state holds all written values and adopted recreated objects. */
  refreshed(before: readonly Held[], after: readonly Held[]): void {
    for (const [key, { field }] of this.#kept) if (field) this.#kept.delete(key);
    for (const { letter, uid } of after) {
      const knew = before.find((each) => each.letter === letter && each.uid !== undefined && !each.isReplaced);
      if (knew && uid !== undefined && this.foreign.delete(uid)) this.#adopted.add(uid);
    }
  }

  /** After an `up` that may have believed a 404, unlabeled objects that it dropped are foreign. */
  upEnded(state: readonly Held[]): void {
    for (const found of objectsOn(this.platform)) {
      const isLabeled = valueIn(found.object, ["metadata", "labels", ownerLabel]) !== undefined;
      const isDropped = this.#adopted.has(found.uid) && !state.some(({ uid }) => uid === found.uid);
      if (isDropped && !isLabeled) this.foreign.set(found.uid, found);
    }
  }

  /** Removes obstacles to the last `up`: finalizers, name conflicts and disabled keys. */
  async removeObstacles(program: readonly Declared[], state: readonly Held[]): Promise<void> {
    for (const found of objectsOn(this.platform)) {
      await this.#send("PATCH", found.path, patchOf(finalizersPath, null));
      this.#kept.delete(`${found.uid} metadata.finalizers`);
      const isDeclaredDisabled = program.some(({ letter, inputs }) => isOf(letter, found) && inputs.disabled);
      if (found.kind === "OwnedAccessKey" && !isDeclaredDisabled && !this.foreign.has(found.uid)) {
        await this.#send("PATCH", found.path, { spec: { disabled: null } });
        this.#kept.delete(`${found.uid} spec.disabled`);
      }
    }
    for (const [uid, { name, path }] of this.foreign) {
      if (name.startsWith("fuzz-foreign-") || state.some((each) => each.uid === uid)) continue;
      this.foreign.delete(uid);
      await this.#send("DELETE", path);
    }
  }

  /** Lost edits, and changed, deleted or adopted foreign objects. */
  problems(state: readonly Held[]): string[] {
    const objects = new Map(objectsOn(this.platform).map((each) => [each.uid, each]));
    const foreign = [...this.foreign.values()].flatMap(({ uid, kind, name, version }) => {
      const isAdopted = state.some((each) => each.uid === uid);
      const is = objects.get(uid);
      const happened = !is ? "deleted" : is.version !== version ? "changed" : isAdopted ? "adopted" : undefined;
      return happened ? [`a foreign ${kind} "${name}" was ${happened}`] : [];
    });
    const lost = [...this.#kept.values()].flatMap(({ uid, path, value }) => {
      const now = objects.get(uid);
      const is = valueIn(now?.object, path);
      if (!now || (Array.isArray(is) ? is.includes(value) : is === value)) return [];
      return [`${now.path}: another client set ${path.join(".")} to ${value}, it is ${JSON.stringify(is)}`];
    });
    return [...foreign, ...lost];
  }

  /** Whether the client wrote this value. */
  wrote = (uid: string, path: readonly string[], value: unknown): boolean =>
    this.#everWritten.has(`${uid} ${path.join(".")} ${value}`);

  #objectOf(letter: string): Found | undefined {
    const ours = objectsOn(this.platform).filter((each) => isOf(letter, each) && !this.foreign.has(each.uid));
    return ours.sort((a, b) => Number(b.version) - Number(a.version))[0];
  }

  async #create(kind: Kind, name: string): Promise<void> {
    const find = () => objectsOn(this.platform).find((each) => each.kind === kind && each.name === name);
    const before = find()?.uid;
    const { path, body } = foreignObject(kind, name);
    await this.#send("POST", path, body);
    const made = find();
    // The response may have been lost, or the name may have been taken.
    if (made && made.uid !== before && JSON.stringify(made.object).includes("foreign-origin"))
      this.foreign.set(made.uid, made);
  }

  async #change(found: Found, { path, value, field, patch }: Change, letter: string, running: Running | undefined) {
    if (!(await this.#send("PATCH", found.path, patch ?? patchOf(path, value)))) return;
    const key = `${found.uid} ${path.join(".")}`;
    this.#everWritten.add(`${key} ${value}`);
    // A write of the same value is invisible to others.
    if (value !== undefined && valueIn(found.object, path) === value) return;
    const kept = { uid: found.uid, letter, path, value, field };
    if (value === undefined || (running && mayOverwrite(kept, running))) this.#kept.delete(key);
    else this.#kept.set(key, kept);
  }

  /** Retries, since faults hit all clients; returns whether the platform did it. */
  async #send(method: string, path: string, body?: object): Promise<boolean> {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const query = method === "DELETE" ? "" : "?fieldManager=kubectl-edit";
    const headers = { authorization: `Bearer ${this.platform.accessKey}`, "content-type": type };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const response = await fetch(`${this.platform.baseUrl}${groupPath}/${path}${query}`, init).catch(() => undefined);
      const status = (await response?.json().catch(() => undefined)) as
        | { reason?: string; message?: string }
        | undefined;
      if (response && status && status.reason !== "Conflict" && status.message !== "injected fault") return response.ok;
    }
    throw new Error(`The other client gave up: ${method} ${path}`);
  }
}

/** Whether an `up` of this program may overwrite the value. */
function mayOverwrite({ letter, field }: Kept, { program, state }: Running): boolean {
  const now = program.find((each) => each.letter === letter)?.inputs;
  if (!field || !now) return false;
  if (now.conflictPolicy === "overwrite") return true;
  const before = state.find((each) => each.letter === letter && !each.isReplaced)?.inputs;
  return before !== undefined && valueIn(before, field) === undefined && valueIn(now, field) !== undefined;
}

function foreignObject(kind: Kind, name: string): { path: string; body: object } {
  const apiVersion = "management.loft.sh/v1";
  if (kind !== "VirtualClusterImport") {
    const spec = kind === "OwnedAccessKey" ? { user: "foreign-origin" } : { displayName: "foreign-origin" };
    return { path: pluralOf[kind], body: { apiVersion, kind, metadata: { name }, spec } };
  }
  const sourceVirtualCluster = { cluster: "c9", namespace: "foreign-origin", name, importName: name };
  const body = { apiVersion, kind: "ProjectImportVirtualCluster", sourceVirtualCluster };
  return { path: `projects/${project}/importvirtualcluster`, body };
}
