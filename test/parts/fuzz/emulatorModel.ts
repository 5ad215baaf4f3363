import fc from "fast-check";
import { get, merge, patch, post, put, type Request, remove, template } from "../../emulator/conformance/row";

/** The content of an object. */
interface Content {
  labels: Record<string, string>;
  displayName?: string | undefined;
  finalizers: string[];
}

/** An object by the rules; the server chooses its uid, its versions and its times. */
export interface Modelled extends Content {
  name: string;
  generation: number;
  terminating: boolean;
}

const versions = ["none", "right", "stale", "no number"] as const;
type Version = (typeof versions)[number];
type Uid = "none" | "right" | "wrong";

/** A request to the object of a name. A JSON Patch tests the display name. */
export type Step = { name: string; dryRun: boolean } & (
  | { do: "create"; content: Content; versioned: boolean }
  | { do: "get" }
  | { do: "replace"; content: Content; version: Version; uid: Uid; renamed: boolean }
  | { do: "patch"; text: string; uid: Uid }
  | { do: "merge"; content: Partial<Content>; stale: boolean }
  | { do: "delete"; version: Version; uid: Uid; foreground: boolean }
);

const text = fc.constantFrom("x", "y", "z");
const labels = fc.option(text, { nil: undefined }).map((env) => (env === undefined ? {} : { env }));
const finalizers = fc.subarray(["x.test/a", "x.test/b"]);
const content = fc.record({ labels, displayName: fc.option(text, { nil: undefined }), finalizers });
const rarely = fc.nat(9).map((roll) => roll === 0);
const uid = fc.constantFrom<Uid>("none", "none", "right", "wrong");
const common = { name: fc.constantFrom("a", "b", "c"), dryRun: fc.nat(4).map((roll) => roll === 0) };
const step = <Do extends Step["do"]>(verb: Do, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ do: fc.constant(verb), ...common, ...fields }) as unknown as fc.Arbitrary<Step>;

/** Any step. */
export const steps: fc.Arbitrary<Step> = fc.oneof(
  step("create", { content, versioned: rarely }),
  step("get", {}),
  step("replace", { content, version: fc.constantFrom<Version>("right", ...versions), uid, renamed: rarely }),
  step("patch", { text, uid: fc.constantFrom("none", "none", "wrong") }),
  step("merge", {
    content: fc.record({ displayName: text, finalizers }, { requiredKeys: [] }),
    stale: rarely,
  }),
  step("delete", { version: fc.constantFrom<Version>("none", "right", "stale"), uid, foreground: rarely }),
);

/** What the server chose for an object. */
export interface Identity {
  uid: string;
  version: string;
}

// Every object's version is above this one: the projects are stored before it.
const oldVersion = "1";
const wrongUid = "00000000-0000-4000-8000-000000000000";

/** The request of a step, for an object of this identity. */
export function requestOf(step: Step, { uid, version }: Identity = { uid: wrongUid, version: oldVersion }): Request {
  const { name } = step;
  const query = step.dryRun ? "?dryRun=All" : "";
  if (step.do === "get") return get(`/spacetemplates/${name}`);
  const uids = { none: undefined, right: uid, wrong: wrongUid };
  const known = { none: undefined, right: version, stale: oldVersion, "no number": "abc" };
  if (step.do === "create")
    return post(bodyOf(name, step.content, { resourceVersion: step.versioned ? "5" : undefined }), query);
  if (step.do === "patch") return patch(name, patchOf(step), query);
  if (step.do === "merge") return { ...merge(name, mergeOf(step)), path: `/spacetemplates/${name}${query}` };
  const metadata = { resourceVersion: known[step.version], uid: uids[step.uid] };
  if (step.do === "replace") return put(name, bodyOf(step.renamed ? "other" : name, step.content, metadata), query);
  const propagationPolicy = step.foreground ? "Foreground" : undefined;
  const dryRun = step.dryRun ? ["All"] : undefined;
  const options = { kind: "DeleteOptions", apiVersion: "v1", preconditions: metadata, propagationPolicy, dryRun };
  return remove(name, "", options);
}

const patchOf = ({ text, uid }: Step & { do: "patch" }) => [
  { op: "test", path: "/spec/displayName", value: text },
  { op: "add", path: "/metadata/labels", value: { env: text } },
  ...(uid === "wrong" ? [{ op: "replace", path: "/metadata/uid", value: wrongUid }] : []),
];

const mergeOf = ({ content: { displayName, finalizers }, stale }: Step & { do: "merge" }) => ({
  metadata: { finalizers, resourceVersion: stale ? oldVersion : undefined },
  spec: { displayName },
});

const bodyOf = (name: string, { labels, finalizers, displayName }: Content, more: object) =>
  template(name, { displayName }, { labels, finalizers, ...more });

/** The expected response: the object, or the reason of an error. */
export interface Expected {
  status: number;
  reason?: string | undefined;
  object?: Modelled | undefined;
  /** Whether the resourceVersion is a new one. */
  isChanged?: boolean;
}

const refused = (status: number, reason?: string): Expected => ({ status, reason });
const conflict = refused(409, "Conflict");
const invalid = refused(422, "Invalid");

/** The rules of objects, for one kind in memory (sections 2.1, 3 and 7 of the specification). */
export class ObjectModel {
  readonly objects = new Map<string, Modelled>();

  constructor(readonly isGoServer: boolean) {}

  do(step: Step): Expected {
    const object = this.objects.get(step.name);
    if (step.do === "create") return this.#create(step, object);
    if (step.do === "replace" && step.renamed) return refused(400, "BadRequest");
    if (!object) return refused(404, "NotFound");
    if (step.do === "get") return { status: 200, object };
    if (step.do === "delete") return this.#delete(step, object);
    if (step.do === "replace") return this.#replace(step, object);
    if (step.do === "merge") return step.stale ? conflict : this.#update(object, step.content, step.dryRun);
    if (object.displayName !== step.text || step.uid === "wrong") return invalid;
    return this.#update(object, { labels: { env: step.text } }, step.dryRun);
  }

  #create({ name, content, versioned, dryRun }: Step & { do: "create" }, object: Modelled | undefined): Expected {
    if (versioned) return refused(500);
    if (object) return refused(409, "AlreadyExists");
    return this.#store({ ...content, name, generation: 1, terminating: false }, dryRun, 201);
  }

  #replace({ content, version, uid, dryRun }: Step & { do: "replace" }, object: Modelled): Expected {
    if (uid === "wrong") return conflict;
    if (version === "no number") return refused(500);
    if (version === "stale") return conflict;
    if (version === "none" && !this.isGoServer) return invalid;
    return this.#update(object, content, dryRun);
  }

  /** Controllers remove their own finalizers after a response: no object here has dependents. */
  settle(): void {
    for (const [name, object] of this.objects) {
      object.finalizers = object.finalizers.filter((each) => each.includes("/"));
      if (object.terminating && object.finalizers.length === 0) this.objects.delete(name);
    }
  }

  #update(object: Modelled, content: Partial<Content>, dryRun: boolean): Expected {
    const added = (content.finalizers ?? []).filter((finalizer) => !object.finalizers.includes(finalizer));
    if (object.terminating && added.length > 0) return invalid;
    const updated = { ...object, ...content };
    if (JSON.stringify(updated) === JSON.stringify(object)) return { status: 200, object };
    if (updated.displayName !== object.displayName) updated.generation++;
    return this.#store(updated, dryRun);
  }

  #delete({ uid, version, foreground, dryRun }: Step & { do: "delete" }, object: Modelled): Expected {
    if (uid === "wrong" || version === "stale") return conflict;
    if (object.terminating) return { status: 200, object };
    const finalizers = [...object.finalizers, ...(foreground ? ["foregroundDeletion"] : [])];
    if (finalizers.length === 0) {
      if (!dryRun) this.objects.delete(object.name);
      return { status: 200 };
    }
    return this.#store({ ...object, finalizers, terminating: true, generation: object.generation + 1 }, dryRun);
  }

  #store(object: Modelled, dryRun: boolean, status = 200): Expected {
    if (!dryRun) this.objects.set(object.name, object);
    if (!dryRun && object.terminating && object.finalizers.length === 0) this.objects.delete(object.name);
    return { status, object, isChanged: true };
  }
}
