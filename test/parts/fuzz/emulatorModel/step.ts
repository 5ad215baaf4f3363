import fc from "fast-check";

/** What a user sets on an object. */
export interface Content {
  labels: Record<string, string>;
  displayName?: string | undefined;
  finalizers: string[];
}

/** One thing that a client does; what it does to which state is the model's to say. */
export type Step =
  | { do: "create"; name?: string | undefined; prefix: boolean; versioned: boolean; content: Content; dryRun: boolean }
  | { do: "get"; name: string }
  | { do: "list"; env?: string | undefined; limit: number }
  | { do: "replace"; name: string; version: Version; uid: Uid; renamed: boolean; content: Content; dryRun: boolean }
  | { do: "patch"; name: string; patch: PatchName; text: string; dryRun: boolean }
  | { do: "merge"; name: string; stale: boolean; change: Change; dryRun: boolean }
  | { do: "delete"; name: string; version: Version; uid: Uid; propagation: Propagation; dryRun: boolean };

/** The resourceVersion that a request carries, seen from the state that it meets. */
export type Version = "none" | "right" | "stale" | "no number";
/** The uid that a request carries. */
export type Uid = "none" | "right" | "wrong";
/** What becomes of dependents; nothing asked is in the background. */
export type Propagation = "none" | "Background" | "Foreground" | "Orphan";
/** What a merge patch says: absent leaves, null removes. */
export interface Change {
  env?: string | null | undefined;
  displayName?: string | null | undefined;
  finalizers?: string[] | null | undefined;
}

/** The JSON Patches that are tried. */
const patchNames = [
  "nothing",
  "set the display name",
  "remove the display name",
  "set all labels",
  "set one label",
  "set the labels if the display name is as expected",
  "remove the finalizers",
  "change the uid",
  "change the name",
  "change the creation time",
  "take the deletion back",
  "change an old version",
] as const;
/** One of them. */
export type PatchName = (typeof patchNames)[number];

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const names = fc.constantFrom("a", "b", "c");
const texts = fc.constantFrom("x", "y", "z");
const finalizers = fc.subarray(["x.test/a", "x.test/b"]);
const labels = optional(texts).map((env) => (env === undefined ? {} : { env }));
const dryRun = fc.integer({ min: 0, max: 4 }).map((roll) => roll === 0);
const content = fc.record({ labels, displayName: optional(texts), finalizers });
const rarely = fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0);
const uid = fc.constantFrom<Uid>("none", "none", "right", "wrong");

const displayNames = fc.constantFrom("x", "y", null, undefined);

function step<Do extends Step["do"]>(what: Do, weight: number, fields: { [Field in string]: fc.Arbitrary<unknown> }) {
  return { weight, arbitrary: fc.record({ do: fc.constant(what), ...fields }) as unknown as fc.Arbitrary<Step> };
}

/** Any step. */
export const steps: fc.Arbitrary<Step> = fc.oneof(
  step("create", 3, {
    name: fc.option(names, { freq: 9, nil: undefined }),
    prefix: rarely,
    versioned: rarely,
    content,
    dryRun,
  }),
  step("get", 1, { name: names }),
  step("list", 1, { env: optional(texts), limit: fc.integer({ min: 0, max: 3 }) }),
  step("replace", 3, {
    name: names,
    version: fc.constantFrom<Version>("right", "right", "stale", "none", "no number"),
    uid,
    renamed: rarely,
    content,
    dryRun,
  }),
  step("patch", 3, { name: names, patch: fc.constantFrom(...patchNames), text: texts, dryRun }),
  step("merge", 3, {
    name: names,
    stale: rarely,
    change: fc.record({
      env: displayNames,
      displayName: displayNames,
      finalizers: optional(fc.option(finalizers, { nil: null })),
    }),
    dryRun,
  }),
  step("delete", 3, {
    name: names,
    version: fc.constantFrom<Version>("none", "none", "right", "stale"),
    uid,
    propagation: fc.constantFrom<Propagation>("none", "none", "Background", "Foreground", "Orphan"),
    dryRun,
  }),
);
