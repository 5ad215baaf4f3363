import type { ApiClient } from "../../../provider/api/client";
import type { Context } from "../../../provider/objects/operation";
import {
  creationMarkers,
  isFromAnotherStack,
  isFromAnyStack,
  isFromThisStack,
  ownerSelector,
  relabeled,
  withCreationMarkers,
} from "../../../provider/objects/ownership";
import { creatorOf, lastWriter } from "../../../provider/objects/state/fieldManagers";
import type { Path } from "../../../provider/objects/values";
import { contextOf } from "./contextOf";

const { context } = contextOf({} as ApiClient);
const unmarked = { metadata: { name: "dev", labels: { a: "1" }, annotations: { b: "2" } }, spec: { c: 3 } };
const bare = { metadata: { name: "dev" } };

const resource = (owner: object, config: object = {}): Context => ({
  ...context,
  owner: { ...context.owner, ...owner },
  config: { ...context.config, ...config },
});

test.each<[string, Context, boolean]>([
  ["of another name and type", resource({ name: "other", type: "x" }), true],
  ["of another project", resource({ project: "other" }), false],
  ["whose project and stack are only together the same", resource({ project: "tes", stack: "tdev" }), false],
  ["of another organisation, as its ownerId says", resource({}, { ownerId: "org" }), false],
])("a resource %s is of the same stack: %p", (_, other, expected) => {
  const made = withCreationMarkers(unmarked, creationMarkers(context));
  expect(made.metadata.labels?.["pulumi-vcluster-platform/owner"]).toMatch(/^[0-9a-f]{40}$/);
  expect(isFromThisStack(made, other)).toBe(expected);
  expect(ownerSelector(other) === ownerSelector(context)).toBe(expected);
});

test("an object without the owner label belongs to no stack", () => {
  expect(isFromAnyStack(withCreationMarkers(bare, creationMarkers(resource({ stack: "prod" }))))).toBe(true);
  for (const object of [unmarked, bare])
    expect([isFromAnyStack(object), isFromThisStack(object, context)]).toEqual([false, false]);
});

test("only the label of another stack is replaced", () => {
  const theirs = withCreationMarkers(unmarked, creationMarkers(resource({ stack: "prod" }), "n1"));
  const ours = withCreationMarkers(unmarked, creationMarkers(context, "n1"));
  expect(relabeled(theirs, context)).toEqual(ours);
  expect([theirs, ours, unmarked, bare].map((each) => isFromAnotherStack(each, context))).toEqual([
    ...[true, false, false, false],
  ]);
  for (const object of [ours, unmarked, bare]) expect(relabeled(object, context)).toBe(object);
  // Otherwise two stacks would replace each other's label forever.
  expect(relabeled(theirs, { ...context, recorded: { inputs: {}, state: {}, isShared: true } })).toBe(theirs);
});

const entry = (manager: string, time: string | undefined, fieldsV1: object) => ({
  ...{ manager, fieldsV1, ...(time && { time }) },
});

const early = "2026-01-01T10:00:00Z";
const late = "2026-01-01T11:00:00Z";

const labels = { "policy.loft.sh/x": "baseline", other: "1" };
const template = { objects: "o", metadata: { labels: {} } };
const spec = { displayName: "d", description: "d", access: [{ users: ["a"] }], template };
const object = (...managedFields: unknown[]) => ({
  metadata: { labels, managedFields } as Record<string, unknown>,
  spec,
  status: { lastActivity: late },
});

describe("the last writer of a field", () => {
  const fields = {
    "f:metadata": { "f:labels": { ".": {}, "f:policy.loft.sh/x": {} } },
    "f:spec": { "f:displayName": {}, "f:access": {}, "f:template": { ".": {}, "f:objects": {} } },
  };

  test.each<[string, Path, boolean]>([
    ["a managed field", ["spec", "displayName"], true],
    ["a removed item of a list", ["spec", "access", 1], true],
    ["the parent of a field", ["spec", "template"], true],
    ["a label by its key", ["metadata", "labels", "policy.loft.sh/x"], true],
    ["another label", ["metadata", "labels", "other"], false],
  ])("is known for %s: %j %p", (_, path, isOwner) => {
    const writer = lastWriter(object(entry("kubectl-edit", early, fields)), path);
    expect(writer).toEqual(isOwner ? { manager: "kubectl-edit", time: early } : undefined);
  });

  const [first, second] = [entry("first", early, fields), entry("second", late, fields)];
  const [other, timeless] = [
    entry("other", late, { "f:spec": { "f:description": {} } }),
    entry("timeless", undefined, fields),
  ];
  test.each<[string, { metadata: Record<string, unknown> }, manager: string | undefined]>([
    ["is the latest of several in any order", object(second, first), "second"],
    ["is not a later manager of other fields", object(first, other), "first"],
    ["may have no time", object(timeless), "timeless"],
    ["is older without a time", object(timeless, first), "first"],
    ["is older without a time, in the other order", object(first, timeless), "first"],
    ["is nobody if the field is absent", { ...object(first), spec: {} } as never, undefined],
    ["is nobody if managedFields is no list", { metadata: { managedFields: "none" } }, undefined],
    ["is nobody if its entries have no fields", object({ manager: "m" }, { manager: "m", fieldsV1: "x" }), undefined],
  ])("%s", (_, given, manager) => {
    const times: Record<string, string> = { first: early, second: late };
    expect(lastWriter(given, ["spec", "displayName"])).toEqual(manager && { manager, time: times[manager] });
  });
});

describe("the creator of an object", () => {
  const later = entry("later", late, {});
  test.each<[string, unknown, object | undefined]>([
    ["is the manager at its creation", [null, later, entry("maker", early, {})], { manager: "maker", time: early }],
    ["is unknown if nobody wrote then", [later], undefined],
    ["is unknown if managedFields is no list", { manager: "maker", time: early }, undefined],
  ])("%s", (_, managedFields, creator) => {
    expect(creatorOf({ metadata: { creationTimestamp: early, managedFields } } as never)).toEqual(creator);
  });
});
