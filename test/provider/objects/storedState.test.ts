import type { ApiClient, ApiObject } from "../../../provider/api/client.js";
import type { Recorded } from "../../../provider/objects/operation.js";
import type { StoredKind } from "../../../provider/objects/storedKind.js";
import {
  computedState,
  isSameObject,
  refreshed,
  storedFrom,
  updatedFrom,
} from "../../../provider/objects/storedState.js";
import type { Properties } from "../../../provider/objects/values.js";
import { ownedAccessKey } from "../../../provider/resources/ownedAccessKey.js";
import { spaceTemplate } from "../../../provider/resources/spaceTemplate.js";
import { contextOf } from "./contextOf.js";

const kind: StoredKind = { kind: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs };
const { context } = contextOf({} as ApiClient);
const server = { uid: "u1", resourceVersion: "7", generation: 2, creationTimestamp: "2026-01-01T00:00:00Z" };
const live = (spec: object, metadata: object = {}): ApiObject => ({
  kind: "SpaceTemplate",
  metadata: { name: "dev", ...server, ...metadata },
  spec: { ...spec },
});
const inputs = { name: "dev", displayName: "d" };
const recorded: Recorded = { inputs, state: { ...inputs, ...server } };

test("what is stored after a create is what the server made of the declared fields, and what it set itself", () => {
  const stored = storedFrom(kind, context, live({ displayName: "D", description: "theirs" }), { inputs, state: {} });
  expect(stored).toEqual({ id: "dev", inputs, state: { ...server, name: "dev", displayName: "D" } });
});

describe("what a kind computes", () => {
  const before: Properties[] = [];
  const computing: StoredKind = { ...kind, computed: (_, known) => ({ seen: before.push(known) }) };
  beforeEach(() => before.splice(0));

  test("stands beside what the server sets", () => {
    expect(computedState(computing, live({}), {})).toEqual({ ...server, seen: 1 });
  });

  test("may rest on what was known of this object before, and on what was just written rather than on that", () => {
    storedFrom(computing, context, live({}), { inputs, state: { uid: "u1", displayName: "old", key: "k" } });
    expect(before).toEqual([{ uid: "u1", name: "dev", displayName: "d", key: "k" }]);
  });

  test("rests on nothing that was known of another object", () => {
    storedFrom(computing, context, live({}), { inputs, state: { uid: "u0", key: "k" } });
    expect(before).toEqual([inputs]);
  });
});

test.each([
  ["u1", true],
  [undefined, true],
  ["u2", false],
])("the object that a state of uid %p knows is the one of uid u1: %p", (uid, expected) => {
  expect(isSameObject(live({}), { uid })).toBe(expected);
});

describe("after an update", () => {
  const after = { name: "dev", displayName: "new", description: "same" };
  const was = { inputs: { ...inputs, description: "same" }, state: { ...server, ...inputs, description: "same" } };

  test("what the program left as it was is recorded as before, the rest as the server has it", () => {
    const stored = updatedFrom(kind, context, live({ displayName: "NEW", description: "theirs" }), was, after);
    expect(stored).toEqual({
      id: "dev",
      inputs: after,
      state: { ...server, name: "dev", displayName: "NEW", description: "same" },
    });
  });

  test("what happened to the kind's own fields meanwhile is noted, told what was declared before", () => {
    const told: unknown[] = [];
    const noting: StoredKind = { ...kind, externalChange: (...all) => `note ${told.push(all.slice(1))}` };
    const stored = updatedFrom(noting, context, live({}), was, after);
    expect(stored.state.externalChange).toBe("note 1");
    expect(told).toEqual([[{ inputs: after, state: was.state }, was.inputs]]);
  });

  test("an earlier note is gone", () => {
    const noted = { ...was, state: { ...was.state, externalChange: "old" } };
    expect(updatedFrom(kind, context, live({}), noted, after).state).not.toHaveProperty("externalChange");
  });
});

describe("after a read", () => {
  const read = (object: ApiObject, before: Recorded = recorded, own?: string) =>
    refreshed({ ...kind, externalChange: () => own }, context, object, before);

  test("an object that nobody touched is as it was", () => {
    expect(read(live({ displayName: "d" }))).toEqual({ id: "dev", ...recorded, declaredBeforeDrift: undefined });
  });

  test("a field that somebody changed is drift of the inputs", () => {
    expect(read(live({ displayName: "theirs" })).inputs).toEqual({ name: "dev", displayName: "theirs" });
  });

  const recreated = "deleted and created again by somebody else: uid was u1, is u2";
  test.each<[string, object, Properties, string | undefined, string | undefined]>([
    ["nothing", {}, {}, undefined, undefined],
    ["what was noted before", {}, { externalChange: "old" }, undefined, "old"],
    ["what the kind sees now, rather than what was noted", {}, { externalChange: "old" }, "new", "new"],
    ["another object", { uid: "u2" }, { externalChange: "old" }, undefined, recreated],
    ["another object, and what the kind sees", { uid: "u2" }, {}, "new", `${recreated}; new`],
    ["the end that has begun", { deletionTimestamp: "2026", uid: "u2" }, {}, "new", "being deleted since 2026"],
  ])("the note tells of %s", (_, metadata, state, own, note) => {
    const before = { ...recorded, state: { ...recorded.state, ...state } };
    expect(read(live({ displayName: "d" }, metadata), before, own).state.externalChange).toBe(note);
  });
});

describe("an immutable input that somebody changed", () => {
  const keys: StoredKind = { kind: "OwnedAccessKey", plural: "ownedaccesskeys", inputs: ownedAccessKey.inputs };
  const declared = { name: "dev", user: "u", displayName: "d" };
  const driftOf = (spec: object, before: Partial<Recorded> = {}) =>
    refreshed(keys, context, live(spec), { inputs: declared, state: { ...declared, ...server }, ...before })
      .declaredBeforeDrift;

  test.each<[string, object, Partial<Recorded>, Properties | undefined]>([
    ["is not there where all is as declared", { user: "u", displayName: "d" }, {}, undefined],
    ["is not there where only others changed", { user: "u", displayName: "theirs" }, {}, undefined],
    ["is kept as it was declared", { user: "theirs", displayName: "d" }, {}, { user: "u" }],
    [
      "is kept as it was declared first",
      { user: "more", displayName: "d" },
      { declaredBeforeDrift: { user: "first" } },
      { user: "first" },
    ],
    [
      "is settled once the platform is as it was declared first",
      { user: "u", displayName: "d" },
      { declaredBeforeDrift: { user: "u" } },
      undefined,
    ],
  ])("%s", (_, spec, before, expected) => {
    expect(driftOf(spec, before)).toEqual(expected);
  });
});
