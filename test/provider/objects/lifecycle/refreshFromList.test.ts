import type { ApiClient, ApiObject } from "../../../../provider/api/client";
import { readFromList } from "../../../../provider/objects/lifecycle/stored";
import type { Recorded } from "../../../../provider/objects/operation";
import { stackObjects } from "../../../../provider/objects/ownership";
import type { StoredType } from "../../../../provider/objects/resource";
import { externalChanges, externalChangesIn, mapForeignText } from "../../../../provider/objects/state/externalChange";
import { computedKeyOutputs, secretStatus } from "../../../../provider/resources/ownedAccessKey/accessKeyState";
import { ownedAccessKey } from "../../../../provider/resources/ownedAccessKey/ownedAccessKey";
import { contextOf, operationOn } from "../contextOf";

const { inputs } = ownedAccessKey;
const kind: StoredType = {
  type: "OwnedAccessKey",
  plural: "ownedaccesskeys",
  inputs,
  computed: computedKeyOutputs,
  secretStatus,
};
const created = "2026-01-01T00:00:00Z";
const fields = { groups: ["a", "b"], scope: { projects: ["a"] }, rules: [{ verbs: ["get"] }] };
const identity = { connectorData: "secret-2" };
const declared = { name: "k", labels: { a: "1" }, ...fields, identity };
const outputs = { uid: "u", resourceVersion: "1", creationTimestamp: created, active: true, lastActivity: created };
const recorded = { inputs: declared, state: { ...declared, ...outputs, key: "secret-1" } };
const used = "2026-02-01T00:00:00Z";

const metadata = { name: "k", uid: "u", resourceVersion: "2", creationTimestamp: created, labels: { a: "1" } };
const spec = { key: "secret-1", ...fields, identity };
const shown = { metadata, spec, status: { lastActivity: used } };
/** A listed object with changes of its metadata, spec or top level. */
const listed = (inMetadata: object = {}, inSpec: object = {}, members: object = {}): ApiObject =>
  ({ ...shown, metadata: { ...metadata, ...inMetadata }, spec: { ...spec, ...inSpec }, ...members }) as ApiObject;

/** The state from this listed object; undefined if it needs a GET. */
async function found(object: ApiObject | undefined, before: Recorded = recorded, name = "k") {
  const find = jest.fn(async () => object);
  const { context } = contextOf({} as ApiClient);
  const bulk = { ...context, bulkReader: { find } } as unknown as typeof context;
  const stored = await readFromList(operationOn(bulk, kind, { id: name, recorded: before }));
  return { state: stored?.state, isAsked: find.mock.calls.length > 0 };
}
const known = (more: object): Recorded => ({ ...recorded, state: { ...recorded.state, ...more } });
const needsGet = { state: undefined, isAsked: true };

test.each<[string, ApiObject, Recorded?]>([
  ["as it is", listed()],
  ["with labels of others", listed({ labels: { a: "1", theirs: "2" } })],
  ["without its creation time, which the state knows", listed({ creationTimestamp: null })],
  [
    "with null for what is not declared",
    listed({ finalizers: null }, { rules: [{ verbs: ["get"], resources: null }] }),
  ],
])("an object listed %s is taken from the list, with new outputs", async (_, object) => {
  const state = { ...recorded.state, resourceVersion: "2", lastActivity: used };
  expect(await found(object)).toMatchObject({ state, isAsked: true });
});

test("a resource with a local input and an external change is taken from a list", async () => {
  const local = { rotationTriggers: { a: "1" } };
  const before = { ...known({ ...local, externalChange: "created again" }), inputs: { ...declared, ...local } };
  expect((await found(listed(), before)).state).toMatchObject({ ...local, externalChange: "created again" });
});

test.each<[string, ApiObject | undefined]>([
  ["not at all", undefined],
  ["with another uid", listed({ uid: "another" })],
  ["without a uid", listed({ uid: "" })],
  ["without a version", listed({ resourceVersion: undefined })],
  ["while it terminates", listed({ deletionTimestamp: created })],
  ["with another label", listed({ labels: { a: "2" } })],
  ["with a mask for a label", listed({ labels: { a: "***" } })],
  ["without its labels", listed({ labels: null })],
  ["without its spec", listed({}, {}, { spec: undefined })],
  ["with another list", listed({}, { groups: ["b", "a"] })],
  ["with a shorter list", listed({}, { groups: ["a"] })],
  ["without a part of a field", listed({}, { scope: {} })],
  ["with a new restriction of a field", listed({}, { disabled: true })],
  ["with another key", listed({}, { key: "secret-3" })],
  ["with a mask for its key", listed({}, { key: "***" })],
  ["without its key", listed({}, { key: undefined })],
  ["with a mask for another secret", listed({}, { identity: { connectorData: "***" } })],
  ["without its status", listed({}, {}, { status: undefined })],
  ["without its last activity", listed({}, {}, { status: {} })],
])("an object listed %s gets its own GET", async (_, object) => {
  expect(await found(object)).toEqual(needsGet);
});

test.each<[string, ApiObject, object]>([
  ["creation time", listed({ creationTimestamp: null }), { creationTimestamp: undefined }],
  ["key, shown or not", listed(), { key: undefined }],
  ["key, shown or not", listed({}, { key: "REDACTED" }), { key: undefined }],
])("an object gets its own GET if the state has no %s", async (_, object, missing) => {
  expect(await found(object, known(missing))).toEqual(needsGet);
});

test.each<[string, Recorded, string]>([
  ["has an init failure", known({ uid: undefined }), "k"],
  ["has an invalid name", recorded, ".."],
])("a resource that %s is read without a list", async (_, before, name) => {
  expect(await found(listed(), before, name)).toEqual({ state: undefined, isAsked: false });
});

test("a listed object belongs to the stack by its label", () => {
  const { context } = contextOf({} as ApiClient);
  const { labelSelector, matches } = stackObjects(context);
  const [label = "", digest] = labelSelector.split("=");
  expect(matches(listed({ labels: { [label]: digest } }))).toBe(true);
  expect(matches(listed({ labels: { [label]: "another" } }))).toBe(false);
  expect(matches(listed({ labels: undefined }))).toBe(false);
});

const { recreated, rotated } = externalChanges;
test.each<[unknown, string[]]>([
  [`${recreated}: uid was 1, is 2; ${rotated}`, ["recreated", "rotated"]],
  ["being deleted since 2026-01-01T00:00:00Z, waiting for a.test/b", ["terminating"]],
  ...[undefined, null, 1, "", "other words", ["being deleted since"]].map((text): [unknown, string[]] => [text, []]),
])("the externalChange %j contains %j", (text, changes) => {
  expect(externalChangesIn(text)).toEqual(changes);
});

test("mapForeignText maps the text between our phrases", () => {
  const words = mapForeignText(`${recreated}: uid was a; ${rotated} by b`, (foreign) => foreign.toUpperCase());
  expect(words).toBe(`${recreated}: UID WAS A; ${rotated} BY B`);
});
