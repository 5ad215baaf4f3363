import { diff } from "../../../provider/engine";
import type { Properties } from "../../../provider/objects/values";
import { ownedAccessKey } from "../../../provider/resources/ownedAccessKey";
import type { Resource } from "../../../provider/resources/resource";

const now = new Date("2030-01-01T00:00:00Z");
const due = { path: ["rotateBeforeExpiry"], reason: "The key expires soon." };

interface Given {
  before?: Properties;
  after?: Properties;
  state?: Properties;
  ignoreChanges?: string[];
}

/** What changes of a key on which somebody else's doing or the time may have a say. */
function differences(rules: Partial<Resource>, { before = {}, after = before, state = {}, ignoreChanges }: Given) {
  const resource = { ...ownedAccessKey, due: undefined, held: undefined, ...rules } as Resource;
  const { changes, notes } = diff(resource, { id: "k", before, after, state, now, ignoreChanges });
  return { changes: changes.map(({ path, replaces }) => `${path.join(".")}${replaces ? ", replaces" : ""}`), notes };
}

describe("a replacement that is due", () => {
  test("is a change of its own, and its reason is told", () => {
    expect(differences({ due: () => due }, {})).toEqual({
      changes: ["rotateBeforeExpiry, replaces"],
      notes: ["The key expires soon."],
    });
  });

  test("that is ignored is neither done nor told", () => {
    const given = { before: { user: "a" }, after: { user: "b" }, ignoreChanges: ["rotateBeforeExpiry"] };
    expect(differences({ due: () => due }, given)).toEqual({ changes: ["user, replaces"], notes: [] });
  });

  test("waits for an answer to what holds the resource", () => {
    expect(differences({ due: () => due, held: () => "the key was rotated outside" }, {})).toEqual({
      changes: [],
      notes: ["Nothing is done about this, since it is ignored: the key was rotated outside."],
    });
  });
});

test("what holds a resource lets nothing replace it, and is not told where there is something to do", () => {
  const given = { before: { user: "a" }, after: { user: "b" } };
  expect(differences({ held: () => "the key was rotated outside" }, given)).toEqual({ changes: ["user"], notes: [] });
});

test("nothing is said of a resource on which nobody has a say", () => {
  expect(differences({}, {})).toEqual({ changes: [], notes: [] });
});

describe("an immutable input that somebody else changed", () => {
  const before = { user: "theirs", rotationTriggers: { a: "theirs" } };
  const stateOf = (declared: unknown) => ({ __declaredBeforeDrift: declared });

  test("is set back in place", () => {
    const [after, state] = [{ ...before, user: "ours" }, stateOf({ user: "ours" })];
    expect(differences({}, { before, after, state }).changes).toEqual(["user"]);
  });

  test.each<[string, unknown]>([
    ["was declared otherwise", { user: "of old" }],
    ["was not declared before", { team: "ours" }],
    ["is not noted", undefined],
  ])("replaces where what the program declares %s", (_, declared) => {
    const given = { before, after: { ...before, user: "ours" }, state: stateOf(declared) };
    expect(differences({}, given).changes).toEqual(["user, replaces"]);
  });

  test("replaces where a member of it changes, since only whole inputs are noted", () => {
    const after = { ...before, rotationTriggers: { a: "ours" } };
    const state = stateOf({ rotationTriggers: { a: "ours" } });
    expect(differences({}, { before, after, state }).changes).toEqual(["rotationTriggers.a, replaces"]);
  });

  test("that is not declared any more, and was not before either, is set back in place", () => {
    const given = { before: { user: "theirs" }, after: {}, state: stateOf({ user: undefined }) };
    expect(differences({}, given).changes).toEqual(["user"]);
  });
});
