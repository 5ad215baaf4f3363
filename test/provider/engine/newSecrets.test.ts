import { diff } from "../../../provider/engine/engine";
import type { Resource } from "../../../provider/objects/resource";
import { formatPath, type Path, type Properties } from "../../../provider/objects/values";
import { resources } from "../../../provider/resources/registry";

const key = resources.find(({ type }) => type === "OwnedAccessKey") as Resource;
const inputs = { name: "ci", user: "ci", displayName: "CI", labels: { a: "1", b: "2" } };

interface Given {
  readonly before?: Properties;
  readonly after?: Properties;
  readonly state?: Properties;
  /** Marks of the program, and those of the state. */
  readonly marks: readonly Path[];
  readonly encrypted?: readonly Path[];
  readonly isDynamic?: boolean;
}

test.each<[string, Given, changes: string[]]>([
  ["a value in clear text", { marks: [["displayName"]] }, ["displayName add"]],
  ["a member in clear text", { marks: [["labels", "a"]] }, ["labels.a add"]],
  ["a whole of which a member is encrypted", { marks: [["labels"]], encrypted: [["labels", "a"]] }, ["labels add"]],
  ["a value that is encrypted", { marks: [["labels", "a"]], encrypted: [["labels"]] }, []],
  ["a field that is always secret", { marks: [["key"]], state: { key: "k" } }, []],
  ["a value that the state has not", { marks: [["description"]] }, []],
  ["a value that is null in the state", { marks: [["description"]], state: { description: null } }, []],
  ["a value of a dynamic resource", { marks: [["displayName"]], isDynamic: true }, []],
  ["a value that changes", { marks: [["displayName"]], after: { displayName: "New" } }, ["displayName update"]],
  ["a whole with a change", { marks: [["labels"]], after: { labels: { a: "1", b: "3" } } }, ["labels.b update"]],
  ["a value that replaces", { marks: [["user"]], after: { user: "other" } }, ["user update replace"]],
])("a new mark of %s", (_, { before, after, state, marks, encrypted = [], isDynamic = false }, expected) => {
  const { changes } = diff(key, {
    id: "ci",
    before: { ...inputs, ...before },
    after: { ...inputs, ...after },
    state: { ...inputs, uid: "u", ...state },
    secretPaths: { before: [], after: marks, state: encrypted },
    now: new Date("2030-01-01T00:00:00Z"),
    isDynamic,
  });
  const shown = changes.map(
    ({ path, action, replaces }) => `${formatPath(path)} ${action}${replaces ? " replace" : ""}`,
  );
  expect(shown).toEqual(expected);
});
