import type { ApiClient } from "../../../provider/api/client.js";
import type { OperationContext } from "../../../provider/objects/operation.js";
import {
  hasNonce,
  isFromAnyStack,
  isFromThisCreate,
  isFromThisStack,
  newStamp,
  ownerSelector,
  stamped,
} from "../../../provider/objects/ownership.js";
import { contextOf } from "./contextOf.js";

const { context } = contextOf({} as ApiClient);
const object = { metadata: { name: "dev", labels: { a: "1" }, annotations: { b: "2" } }, spec: { c: 3 } };
const bare = { metadata: { name: "dev" } };

test("a stamp leaves everything else of an object as it is, and the object that it was given", () => {
  const copy = structuredClone(object);
  expect(stamped(object, { owner: "o", nonce: "n" })).toEqual({
    metadata: {
      name: "dev",
      labels: { a: "1", "pulumi-platform/owner": "o" },
      annotations: { b: "2", "pulumi-platform/create-nonce": "n" },
    },
    spec: { c: 3 },
  });
  expect(object).toEqual(copy);
});

test("every create has a nonce of its own, one that goes on has the one that it had", () => {
  expect(newStamp(context).nonce).not.toBe(newStamp(context).nonce);
  expect(newStamp(context, "n1").nonce).toBe("n1");
});

test("only the create that made an object is told that it did", () => {
  const made = stamped(object, newStamp(context, "n1"));
  expect([isFromThisCreate(made, { nonce: "n1" }), hasNonce(made)]).toEqual([true, true]);
  expect(isFromThisCreate(made, { nonce: "n2" })).toBe(false);
  for (const other of [object, bare]) {
    expect([isFromThisCreate(other, { nonce: "n1" }), hasNonce(other)]).toEqual([false, false]);
    expect(isFromThisCreate(other, { nonce: undefined })).toBe(false);
  }
});

const resource = (owner: object, config: object = {}): OperationContext => ({
  ...context,
  owner: { ...context.owner, ...owner },
  config: { ...context.config, ...config },
});

test.each<[string, OperationContext, boolean]>([
  ["of another name and type", resource({ name: "other", type: "x" }), true],
  ["of another stack", resource({ stack: "prod" }), false],
  ["of another project", resource({ project: "other" }), false],
  ["whose project and stack are only together the same", resource({ project: "tes", stack: "tdev" }), false],
  ["of another organisation, as its ownerId says", resource({}, { ownerId: "org" }), false],
])("a resource %s is of the same stack: %p", (_, other, expected) => {
  const made = stamped(object, newStamp(context));
  expect(isFromThisStack(made, other)).toBe(expected);
  expect(ownerSelector(other) === ownerSelector(context)).toBe(expected);
});

test("what a stack made is found by its label, which holds no words of its own", () => {
  const { labels = {} } = stamped(object, newStamp(context)).metadata;
  const owner = labels["pulumi-platform/owner"];
  expect(owner).toMatch(/^[0-9a-f]{40}$/);
  expect(ownerSelector(context)).toBe(`pulumi-platform/owner=${owner}`);
});

test("what no stack made says so", () => {
  expect(isFromAnyStack(stamped(bare, newStamp(resource({ stack: "prod" }))))).toBe(true);
  expect([isFromAnyStack(object), isFromAnyStack(bare), isFromThisStack(bare, context)]).toEqual([false, false, false]);
});
