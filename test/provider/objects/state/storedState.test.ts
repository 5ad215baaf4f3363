import type { ApiClient, ApiObject } from "../../../../provider/api/client";
import type { Recorded } from "../../../../provider/objects/operation";
import { isSameObject } from "../../../../provider/objects/ownership";
import type { StoredType } from "../../../../provider/objects/resource";
import { afterImport, afterRead, afterUpdate } from "../../../../provider/objects/state/storedState";
import type { Properties } from "../../../../provider/objects/values";
import { spaceTemplate } from "../../../../provider/resources/spaceTemplate";
import { contextOf, operationOn } from "../contextOf";

const kind: StoredType = { type: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs };
const { context } = contextOf({} as ApiClient);
const server = { uid: "u1", resourceVersion: "7", generation: 2, creationTimestamp: "2026-01-01T00:00:00Z" };
const live = (spec: object, metadata: object = {}): ApiObject => ({
  kind: "SpaceTemplate",
  metadata: { name: "dev", ...server, ...metadata },
  spec: { ...spec },
});
const inputs = { name: "dev", displayName: "d" };
const recorded: Recorded = { inputs, state: { ...inputs, ...server } };

describe("the computed state of a kind", () => {
  const before: Properties[] = [];
  const computing: StoredType = { ...kind, computed: (_, known) => ({ seen: before.push(known) }) };
  beforeEach(() => before.splice(0));

  const old = { uid: "u1", displayName: "old", key: "k" };
  test.each<[string, state: Properties, known: Properties]>([
    ["the same object, under what was written", old, { uid: "u1", ...inputs, key: "k" }],
    ["no other object", { uid: "u0", key: "k" }, inputs],
  ])("depends on the recorded state of %s", (_, state, known) => {
    expect(afterRead(operationOn(context, computing, { recorded: { inputs, state } }), live({})).state.seen).toBe(1);
    expect(before).toEqual([known]);
  });
});

test("a state without a uid matches any object, otherwise only the object with its uid", () => {
  expect([{ uid: "u1" }, {}, { uid: "u2" }].map((state) => isSameObject(live({}), state))).toEqual([true, true, false]);
});

describe("after an update", () => {
  const after = { name: "dev", displayName: "new", description: "same" };
  const was = { inputs: { ...inputs, description: "same" }, state: { ...server, ...inputs, description: "same" } };

  test("the kind describes external changes, from the previous inputs", () => {
    const told: unknown[] = [];
    const noting: StoredType = { ...kind, externalChange: (...all) => `note ${told.push(all.slice(1))}` };
    const stored = afterUpdate(operationOn(context, noting, { recorded: was, inputs: after }), {
      live: live({}),
      before: was.inputs,
    });
    expect(stored.state.externalChange).toBe("note 1");
    expect(told).toEqual([[{ inputs: after, state: was.state }, was.inputs]]);
  });
});

describe("after a read", () => {
  const read = (object: ApiObject, before: Recorded = recorded, own?: string) =>
    afterRead(operationOn(context, { ...kind, externalChange: () => own }, { recorded: before }), object);

  const recreated = "deleted and created again by somebody else: uid was u1, is u2";
  const labeled = { labels: { "pulumi-vcluster-platform/owner": "that of another stack" } };
  const relabelled = "the owner label names another stack";
  test.each<[string, object, Properties, string | undefined, string | undefined]>([
    ["nothing", {}, {}, undefined, undefined],
    ["an earlier note", {}, { externalChange: "old" }, undefined, "old"],
    ["the kind's note instead of an earlier one", {}, { externalChange: "old" }, "new", "new"],
    ["another object", { uid: "u2" }, { externalChange: "old" }, undefined, recreated],
    ["another stack's label", labeled, {}, undefined, relabelled],
    ["another stack's label, noted before", labeled, { externalChange: relabelled }, undefined, relabelled],
    ["another stack's label and the kind's note", labeled, {}, "new", `new; ${relabelled}`],
    ["another object and the kind's note", { uid: "u2" }, {}, "new", `${recreated}; new`],
    ["a deletion that has begun", { deletionTimestamp: "2026", uid: "u2" }, {}, "new", "being deleted since 2026"],
  ])("externalChange describes %s", (_, metadata, state, own, note) => {
    const before = { ...recorded, state: { ...recorded.state, ...state } };
    expect(read(live({ displayName: "d" }, metadata), before, own).state.externalChange).toBe(note);
  });
});

describe("an import", () => {
  const importOf = (spec: object, metadata: object = {}) => {
    const { context: own, warnings } = contextOf({} as ApiClient);
    const object = { kind: kind.type, metadata: { name: "dev", uid: "u1", ...metadata }, spec: { ...spec } };
    return { ...afterImport(operationOn(own, kind), object), warnings };
  };

  test("has no empty values, shared metadata or annotations of kubectl", () => {
    const metadata = {
      labels: { team: "web", "pulumi-vcluster-platform/owner": "o" },
      annotations: { note: "n", "kubectl.kubernetes.io/last-applied-configuration": "{}" },
      finalizers: ["a.test/b"],
      ownerReferences: [{ uid: "o1", kind: "K", name: "n", apiVersion: "v1" }],
    };
    const spec = { displayName: "d", description: "", access: [], template: { objects: "" } };
    const { inputs } = importOf(spec, metadata);
    expect(inputs).toEqual({ name: "dev", displayName: "d", labels: { team: "web" }, annotations: { note: "n" } });
  });
});
