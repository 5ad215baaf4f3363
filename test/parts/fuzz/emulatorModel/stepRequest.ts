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
  if (step.do === "patch") return patch(step.name, operations[step.patch](step.text), query);
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

const at = (op: string, path: string, value?: unknown) => ({ op, path, ...(value !== undefined && { value }) });
const operations: Record<PatchName, (text: string) => object[]> = {
  nothing: () => [],
  "set the display name": (text) => [at("replace", "/spec/displayName", text)],
  "remove the display name": () => [at("remove", "/spec/displayName")],
  "set all labels": (env) => [at("add", "/metadata/labels", { env })],
  "set one label": (env) => [at("add", "/metadata/labels/env", env)],
  "set the labels if the display name is as expected": (env) => [
    at("test", "/spec/displayName", env),
    at("add", "/metadata/labels", { env }),
  ],
  "remove the finalizers": () => [at("remove", "/metadata/finalizers")],
  "change the uid": () => [at("replace", "/metadata/uid", wrongUid)],
  "change the name": () => [at("replace", "/metadata/name", "other")],
  "change the creation time": () => [at("replace", "/metadata/creationTimestamp", "2001-01-01T00:00:00Z")],
  "take the deletion back": () => [at("remove", "/metadata/deletionTimestamp")],
  "change an old version": () => [
    at("replace", "/metadata/resourceVersion", oldVersion),
    at("add", "/spec/displayName", "never"),
  ],
};
