import { get, merge, patch, post, put, type Request, remove, template } from "../../../emulator/conformance/row";
import type { Content, PatchName, Step, Uid, Version } from "./step";

/** What the server chose for an object: its identity and its latest version. */
export interface Identity {
  uid: string;
  version: string;
  /** What its name was made from, if so asked: a client that replaces an object carries it over. */
  generateName?: string | undefined;
}

// Every object's version is above this one: the projects are stored before it.
const oldVersion = "1";
const wrongUid = "00000000-0000-4000-8000-000000000000";
const versions = ({ version }: Identity): Record<Version, string | undefined> => ({
  none: undefined,
  right: version,
  stale: oldVersion,
  "no number": "abc",
});
const uids = ({ uid }: Identity): Record<Uid, string | undefined> => ({ none: undefined, right: uid, wrong: wrongUid });
const unknown: Identity = { uid: wrongUid, version: oldVersion };

/** The request of a step, for an object of which so much is known. A list is asked for page by page elsewhere. */
export function stepRequest(step: Exclude<Step, { do: "list" }>, known: Identity = unknown): Request {
  if (step.do === "get") return get(`/spacetemplates/${step.name}`);
  const query = step.dryRun ? "?dryRun=All" : "";
  if (step.do === "create") return post(createBody(step), query);
  if (step.do === "patch") return patch(step.name, operations(step.patch, step.text), query);
  if (step.do === "merge")
    return { ...merge(step.name, mergeBody(step)), path: `/spacetemplates/${step.name}${query}` };
  const metadata = { resourceVersion: versions(known)[step.version], uid: uids(known)[step.uid] };
  if (step.do === "replace") {
    const kept = { ...metadata, generateName: known.generateName };
    return put(step.name, body(step.renamed ? "other" : step.name, step.content, kept), query);
  }
  const propagationPolicy = step.propagation === "none" ? undefined : step.propagation;
  const dryRun = step.dryRun ? ["All"] : undefined;
  const options = { kind: "DeleteOptions", apiVersion: "v1", preconditions: metadata, propagationPolicy, dryRun };
  return remove(step.name, "", options);
}

function body(name: string | undefined, { labels, finalizers, displayName }: Content, more: object): object {
  return template(name, { displayName }, { labels, finalizers, ...more });
}

function createBody({ name, prefix, versioned, content }: Step & { do: "create" }): object {
  const more = { generateName: prefix ? "made-" : undefined, resourceVersion: versioned ? "5" : undefined };
  return body(name, content, more);
}

function mergeBody({ stale, change: { env, displayName, finalizers } }: Step & { do: "merge" }): object {
  const labels = env === undefined ? undefined : { env };
  return { metadata: { labels, finalizers, resourceVersion: stale ? oldVersion : undefined }, spec: { displayName } };
}

const lists: Record<PatchName, (text: string) => object[]> = {
  nothing: () => [],
  "set the display name": (value) => [{ op: "replace", path: "/spec/displayName", value }],
  "remove the display name": () => [{ op: "remove", path: "/spec/displayName" }],
  "set all labels": (env) => [{ op: "add", path: "/metadata/labels", value: { env } }],
  "set one label": (value) => [{ op: "add", path: "/metadata/labels/env", value }],
  "set the labels if the display name is as expected": (env) => [
    { op: "test", path: "/spec/displayName", value: env },
    { op: "add", path: "/metadata/labels", value: { env } },
  ],
  "remove the finalizers": () => [{ op: "remove", path: "/metadata/finalizers" }],
  "change the uid": () => [{ op: "replace", path: "/metadata/uid", value: wrongUid }],
  "change the name": () => [{ op: "replace", path: "/metadata/name", value: "other" }],
  "change the creation time": () => [
    { op: "replace", path: "/metadata/creationTimestamp", value: "2001-01-01T00:00:00Z" },
  ],
  "take the deletion back": () => [{ op: "remove", path: "/metadata/deletionTimestamp" }],
  "change an old version": () => [
    { op: "replace", path: "/metadata/resourceVersion", value: oldVersion },
    { op: "add", path: "/spec/displayName", value: "never" },
  ],
};

function operations(name: PatchName, text: string): object[] {
  return lists[name](text);
}
