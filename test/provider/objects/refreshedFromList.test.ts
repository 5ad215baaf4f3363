import type { ApiClient, ApiObject } from "../../../provider/api/client";
import type { Recorded } from "../../../provider/objects/operation";
import { ownObjects } from "../../../provider/objects/ownership";
import { refreshedFromList } from "../../../provider/objects/refreshedFromList";
import type { StoredKind } from "../../../provider/objects/storedKind";
import { computed, lostAnswer } from "../../../provider/resources/accessKeyState";
import { ownedAccessKey } from "../../../provider/resources/ownedAccessKey";
import { contextOf } from "./contextOf";

const { inputs } = ownedAccessKey;
const plainKind = { kind: "OwnedAccessKey", plural: "ownedaccesskeys", inputs };
const kind = { ...plainKind, computed, lostAnswer };
const created = "2026-01-01T00:00:00Z";
const state = { uid: "u", resourceVersion: "1", creationTimestamp: created, key: "secret-1", labels: { a: "1" } };
const inputsOf = { name: "k", labels: { a: "1" } };
const recorded: Recorded = { inputs: inputsOf, state };

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
    status: {},
  }) as ApiObject;

/** The state where a list shows this of the object, and whether the list was asked; without a state it is to be read by itself. */
async function found(shown: ApiObject | undefined, { name = "k", before = recorded, of = kind as StoredKind } = {}) {
  const find = jest.fn(async () => shown);
  const { context } = contextOf({} as ApiClient);
  const secretPaths = [["key"], ["labels"], ["rotationTriggers"], ["description"]];
  const bulk = { ...context, secretPaths, bulkReader: { find } } as unknown as typeof context;
  const stored = await refreshedFromList(of, bulk, name, before);
  return { state: stored?.state, isListed: stored !== undefined, isAsked: find.mock.calls.length > 0 };
}

test.each<[string, ApiObject]>([
  ["as it is", listed()],
  ["with labels of others beside those that the program keeps secret", listed({ labels: { a: "1", theirs: "2" } })],
])("an object that a list shows %s is taken from there", async (_, shown) => {
  expect(await found(shown)).toMatchObject({
    isListed: true,
    isAsked: true,
    state: { ...state, resourceVersion: "2" },
  });
});

test("the time of its creation, which lists leave out, is that of the state for the same object only", async () => {
  const timeless = { creationTimestamp: null };
  expect(await found(listed(timeless))).toMatchObject({ state: { creationTimestamp: created } });
  expect(await found(listed({ ...timeless, uid: "another" }))).toMatchObject({ isListed: false });
});

test.each<[string, ApiObject | undefined]>([
  ["not at all", undefined],
  ["without a uid", listed({ uid: undefined })],
  ["without a version", listed({ resourceVersion: undefined })],
  ["without its secret", listed({}, { key: undefined })],
  ["with a mask for its secret", listed({}, { key: "***" })],
  ["with another value of a secret label", listed({ labels: { a: "***" } })],
  ["without its labels", listed({ labels: null })],
  ["without its status", { ...listed(), status: undefined } as unknown as ApiObject],
])("an object that a list shows %s is read by itself", async (_, shown) => {
  expect(await found(shown)).toMatchObject({ isListed: false, isAsked: true });
});

test.each<[string, object, object]>([
  ["when a key was used last", {}, { lastActivity: created }],
  ["its generation", {}, { generation: 1 }],
  ["a field", { displayName: "a" }, { displayName: "a" }],
  ["a part of a field", { scope: { projects: ["a"], roles: ["b"] } }, { scope: { roles: ["b"] } }],
  ["an entry of a list", { groups: ["a", "b"] }, { groups: ["a", "b"] }],
])(
  "an object of which a list leaves out %s is read by itself: only that tells whether it is gone",
  async (_, more, known) => {
    const before = { inputs: { ...inputsOf, ...more }, state: { ...state, ...more, ...known } };
    const shown = { scope: { projects: ["a"] }, groups: ["a"] };
    expect(await found(listed({}, shown), { before })).toMatchObject({ isListed: false });
  },
);

test("an object of which a list shows other values is taken from there", async () => {
  const more = { displayName: "a", groups: ["a"], disabled: false, externalChange: "created again" };
  const before = { inputs: { ...inputsOf, ...more }, state: { ...state, ...more, lastActivity: created } };
  const shown = listed({ generation: 2 }, { displayName: "b", groups: ["c"] });
  const used = { ...shown, status: { lastActivity: "2026-02-01T00:00:00Z" } };
  expect(await found(used, { before })).toMatchObject({ isListed: true, state: { displayName: "b", groups: ["c"] } });
});

test.each([
  ["none", undefined],
  ["what may be a mask", "REDACTED"],
])("a key that nobody has seen yet is read by itself where a list shows %s", async (_, key) => {
  const { key: _key, ...known } = state;
  const before = { inputs: inputsOf, state: known };
  expect(await found(listed({}, { key }), { before })).toMatchObject({ isListed: false });
});

test("one without any spec is read by itself where the state has some of it, and taken from the list otherwise", async () => {
  const [shown, { key: _key, ...known }] = [{ ...listed(), spec: undefined } as unknown as ApiObject, state];
  const knows = (more: object) => ({ of: plainKind, before: { inputs: inputsOf, state: { ...known, ...more } } });
  expect(await found(shown, knows({ displayName: "a" }))).toMatchObject({ isListed: false });
  expect(await found(shown, knows({ extraSpec: { owner: { user: "a" } } }))).toMatchObject({ isListed: false });
  expect(await found(shown, knows({}))).toMatchObject({ isListed: true });
});

test("a secret that is ours alone stands in no object, and keeps none from being listed", async () => {
  const local = { rotationTriggers: { a: "1" } };
  const before = { inputs: { ...inputsOf, ...local }, state: { ...state, ...local } };
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
