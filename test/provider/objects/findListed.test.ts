import type { ApiClient, ApiObject } from "../../../provider/api/client";
import { findListed } from "../../../provider/objects/findListed";
import type { Recorded } from "../../../provider/objects/operation";
import { ownObjects } from "../../../provider/objects/ownership";
import { ownedAccessKey } from "../../../provider/resources/ownedAccessKey";
import { contextOf } from "./contextOf";

const { inputs } = ownedAccessKey;
const kind = { kind: "OwnedAccessKey", plural: "ownedaccesskeys", inputs };
const created = "2026-01-01T00:00:00Z";
const state = { uid: "u", resourceVersion: "1", creationTimestamp: created, key: "secret-1", labels: { a: "1" } };
const recorded: Recorded = { inputs: { name: "k" }, state };

const listed = (metadata: object = {}, spec: object = {}): ApiObject =>
  ({
    metadata: {
      name: "k",
      uid: "u",
      resourceVersion: "2",
      creationTimestamp: created,
      labels: { a: "1" },
      ...metadata,
    },
    spec: { key: "secret-1", ...spec },
  }) as ApiObject;

/** What is found where a list shows this of the object, and whether it was read by itself. */
async function found(shown: ApiObject | undefined, { name = "k", before = recorded } = {}) {
  const get = jest.fn(async () => ({ metadata: { name: "by itself" } }));
  const find = jest.fn(async () => shown);
  const { context } = contextOf({ get } as unknown as ApiClient);
  const secretPaths = [["key"], ["labels"], ["rotationTriggers"], ["description"]];
  const bulk = { ...context, secretPaths, bulkReader: { find } } as unknown as typeof context;
  const object = await findListed(kind, bulk, name, before);
  return { object, isListed: get.mock.calls.length === 0, isAsked: find.mock.calls.length > 0 };
}

test.each<[string, ApiObject]>([
  ["as it is", listed()],
  ["with labels of others beside those that the program keeps secret", listed({ labels: { a: "1", theirs: "2" } })],
])("an object that a list shows %s is taken from there", async (_, shown) => {
  expect(await found(shown)).toEqual({ object: shown, isListed: true, isAsked: true });
});

test("the time of its creation, which lists leave out, is that of the state for the same object only", async () => {
  const timeless = { creationTimestamp: null };
  expect((await found(listed(timeless))).object?.metadata.creationTimestamp).toBe(created);
  expect(await found(listed({ ...timeless, uid: "another" }))).toMatchObject({ isListed: false });
});

test.each<[string, ApiObject | undefined]>([
  ["not at all", undefined],
  ["without a uid", listed({ uid: undefined })],
  ["without a version", listed({ resourceVersion: undefined })],
  ["without its secret", listed({}, { key: undefined })],
  ["with a mask for its secret", listed({}, { key: "***" })],
  ["with another value of a secret label", listed({ labels: { a: "***" } })],
])("an object that a list shows %s is read by itself", async (_, shown) => {
  expect(await found(shown)).toMatchObject({ isListed: false, object: { metadata: { name: "by itself" } } });
});

test("one without any spec is read by itself where the state has some of it, and taken from the list otherwise", async () => {
  const [shown, { key: _key, ...known }] = [{ ...listed(), spec: undefined } as unknown as ApiObject, state];
  const knows = (more: object) => ({ before: { inputs: { name: "k" }, state: { ...known, ...more } } });
  expect(await found(shown, knows({ displayName: "a" }))).toMatchObject({ isListed: false });
  expect(await found(shown, knows({ extraSpec: { owner: {} } }))).toMatchObject({ isListed: false });
  expect(await found(shown, knows({}))).toMatchObject({ isListed: true });
});

test("a secret that is ours alone stands in no object, and keeps none from being listed", async () => {
  const before = { inputs: { name: "k" }, state: { ...state, rotationTriggers: { a: "1" } } };
  expect(await found(listed(), { before })).toMatchObject({ isListed: true });
});

test.each([
  ["is not finished", { before: { inputs: { name: "k" }, state: {} } }],
  ["has a name that no object can have", { name: ".." }],
])("a resource that %s is looked for by itself, and no list is sent", async (_, more) => {
  expect(await found(listed(), more)).toMatchObject({ isListed: false, isAsked: false });
});

test("what a list shows is ours by the label of the stack alone", () => {
  const { context } = contextOf({} as ApiClient);
  const { labelSelector, isWanted } = ownObjects(context);
  const [label = "", digest] = labelSelector.split("=");
  expect(isWanted(listed({ labels: { [label]: digest } }))).toBe(true);
  expect(isWanted(listed({ labels: { [label]: "another" } }))).toBe(false);
  expect(isWanted(listed({ labels: undefined }))).toBe(false);
});
