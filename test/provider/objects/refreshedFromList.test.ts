import type { ApiClient, ApiObject } from "../../../provider/api/client";
import { externalChanges, externalChangesIn, withForeignWords } from "../../../provider/objects/externalChange";
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

const metadata = { name: "k", uid: "u", resourceVersion: "2", creationTimestamp: created, labels: { a: "1" } };
const listed = (more: object = {}, spec: object = {}): ApiObject =>
  ({ metadata: { ...metadata, ...more }, spec: { key: "secret-1", ...spec }, status: {} }) as ApiObject;

/** The state after a list shows this object, and whether the list was asked; without a state the object is read by itself. */
async function found(shown: ApiObject | undefined, { name = "k", before = recorded, of = kind as StoredKind } = {}) {
  const find = jest.fn(async () => shown);
  const { context } = contextOf({} as ApiClient);
  const secretPaths = [["key"], ["labels"], ["rotationTriggers"], ["description"], ["identity", "connectorData"]];
  const bulk = { ...context, secretPaths, bulkReader: { find } } as unknown as typeof context;
  const stored = await refreshedFromList(of, bulk, name, before);
  return { state: stored?.state, isListed: stored !== undefined, isAsked: find.mock.calls.length > 0 };
}

test.each<[string, ApiObject]>([
  ["as it is", listed()],
  ["with labels of others beside secret ones", listed({ labels: { a: "1", theirs: "2" } })],
])("an object that a list shows %s is taken from there", async (_, shown) => {
  expect(await found(shown)).toMatchObject({
    isListed: true,
    isAsked: true,
    state: { ...state, resourceVersion: "2" },
  });
});

test("a creation time that a list leaves out is taken from the state of the same object", async () => {
  const timeless = { creationTimestamp: null };
  expect(await found(listed(timeless))).toMatchObject({ state: { creationTimestamp: created } });
  expect(await found(listed({ ...timeless, uid: "another" }))).toMatchObject({ isListed: false });
});

test.each<[string, ApiObject | undefined]>([
  ["not at all", undefined],
  ["without a uid", listed({ uid: "" })],
  ["without a version", listed({ resourceVersion: "" })],
  ["without its secret", listed({}, { key: undefined })],
  ["with a mask for its secret", listed({}, { key: "***" })],
  ["with another value of a secret label", listed({ labels: { a: "***" } })],
  ["without its labels", listed({ labels: null })],
  ["without its status", { ...listed(), status: undefined } as unknown as ApiObject],
])("an object that a list shows %s is read by itself", async (_, shown) => {
  expect(await found(shown)).toMatchObject({ isListed: false, isAsked: true });
});

test.each<[string, object, object]>([
  ["its last activity", {}, { lastActivity: created }],
  ["a part of a field", { scope: { projects: ["a"], roles: ["b"] } }, { scope: { roles: ["b"] } }],
  ["a list, but null instead,", { scope: { projects: ["a"], rules: [{}] } }, {}],
  ["an entry of a list", { groups: ["a", "b"] }, { groups: ["a", "b"] }],
])("an object that a list shows without %s is read by itself", async (_, more, known) => {
  const before = { inputs: { ...inputsOf, ...more }, state: { ...state, ...more, ...known } };
  const shown = { scope: { projects: ["a"], rules: null }, groups: ["a"] };
  expect(await found(listed({}, shown), { before })).toMatchObject({ isListed: false });
});

test("an object that a list shows with other values is taken from there", async () => {
  const fields = { displayName: "a", groups: ["a"], disabled: false, identity: { userId: "a" } };
  const more = { ...fields, externalChange: "created again" };
  const before = { inputs: { ...inputsOf, ...more }, state: { ...state, ...more, lastActivity: created } };
  const shown = listed({ generation: 2 }, { displayName: "b", groups: ["c"], identity: { userId: "b" } });
  const used = { ...shown, status: { lastActivity: "2026-02-01T00:00:00Z" } };
  expect(await found(used, { before })).toMatchObject({ isListed: true, state: { displayName: "b", groups: ["c"] } });
});

test.each([
  ["none", undefined],
  ["a mask", "REDACTED"],
])("a key that the state does not have is read by itself if a list shows %s", async (_, key) => {
  const { key: _key, ...known } = state;
  const before = { inputs: inputsOf, state: known };
  expect(await found(listed({}, { key }), { before })).toMatchObject({ isListed: false });
});

test("an object without a spec is read by itself if the state has fields of it", async () => {
  const [shown, { key: _key, ...known }] = [{ ...listed(), spec: undefined } as unknown as ApiObject, state];
  const knows = (more: object) => ({ of: plainKind, before: { inputs: inputsOf, state: { ...known, ...more } } });
  expect(await found(shown, knows({ displayName: "a" }))).toMatchObject({ isListed: false });
  expect(await found(shown, knows({ extraSpec: { owner: { user: "a" } } }))).toMatchObject({ isListed: false });
  expect(await found(shown, knows({}))).toMatchObject({ isListed: true });
});

test("a local secret does not prevent the use of a list", async () => {
  const local = { rotationTriggers: { a: "1" } };
  const before = { inputs: { ...inputsOf, ...local }, state: { ...state, ...local } };
  expect(await found(listed(), { before })).toMatchObject({ isListed: true });
});

test.each([
  ["is unfinished", { before: { inputs: { name: "k" }, state: {} } }],
  ["has an invalid name", { name: ".." }],
])("a resource that %s is read without a list", async (_, more) => {
  expect(await found(listed(), more)).toMatchObject({ isListed: false, isAsked: false });
});

test("a listed object belongs to the stack by its label", () => {
  const { context } = contextOf({} as ApiClient);
  const { labelSelector, isWanted } = ownObjects(context);
  const [label = "", digest] = labelSelector.split("=");
  expect(isWanted(listed({ labels: { [label]: digest } }))).toBe(true);
  expect(isWanted(listed({ labels: { [label]: "another" } }))).toBe(false);
  expect(isWanted(listed({ labels: undefined }))).toBe(false);
});

const { recreated, rotated } = externalChanges;
test.each<[unknown, string[]]>([
  [`${recreated}: uid was 1, is 2; ${rotated}`, ["recreated", "rotated"]],
  ["being deleted since 2026-01-01T00:00:00Z, waiting for a.test/b", ["terminating"]],
  ...[undefined, null, 1, "", "other words", ["being deleted since"]].map((text): [unknown, string[]] => [text, []]),
])("the externalChange %j contains %j", (text, changes) => {
  expect(externalChangesIn(text)).toEqual(changes);
});

test("withForeignWords changes the words between ours", () => {
  const words = withForeignWords(`${recreated}: uid was a; ${rotated} by b`, (foreign) => foreign.toUpperCase());
  expect(words).toBe(`${recreated}: UID WAS A; ${rotated} BY B`);
});
