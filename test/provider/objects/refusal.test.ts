import fc from "fast-check";
import { fieldPath } from "../../../provider/objects/refusal";
import { isRecord, type Path } from "../../../provider/objects/values";

const object = {
  metadata: { labels: { "a.b/c": "1", a: "2" }, ownerReferences: [{ uid: "u" }] },
  spec: { access: [{ users: ["x", "y"] }], template: { metadata: { labels: { "p.q": "1", "p.q.r": "2" } } } },
};

test.each<[field: string, path: Path]>([
  ["spec.displayName", ["spec", "displayName"]],
  ["spec.access[0].users[1]", ["spec", "access", 0, "users", 1]],
  ["metadata.labels", ["metadata", "labels"]],
  ["metadata.labels.a.b/c", ["metadata", "labels", "a.b/c"]],
  ["metadata.labels.a", ["metadata", "labels", "a"]],
  ["metadata.labels[a.b/c]", ["metadata", "labels", "a.b/c"]],
  ["spec.template.metadata.labels.p.q.r", ["spec", "template", "metadata", "labels", "p.q.r"]],
  ["spec.template.metadata.labels.p.q", ["spec", "template", "metadata", "labels", "p.q"]],
  ["metadata.ownerReferences.uid", ["metadata", "ownerReferences", "uid"]],
  ["metadata.labels[0]", ["metadata", "labels", "0"]],
  ["spec.nothing.here[2]", ["spec", "nothing", "here", "2"]],
  ["", []],
  ["[", ["["]],
  ["..", [".."]],
  [".a.b", [".a.b"]],
  ["spec.access[10]", ["spec", "access", 10]],
  ["spec.access[a1]", ["spec", "access", "a1"]],
  ["spec.access[1a]", ["spec", "access", "1a"]],
  ["spec.access[]", ["spec", "access", ""]],
  ["spec.template.metadata.labels.p.q.deep", ["spec", "template", "metadata", "labels", "p.q", "deep"]],
])("the field %j of a Status is the path %j", (field, path) => {
  expect(fieldPath(field, object)).toEqual(path);
});

test("a member without a name is none that a field begins with", () => {
  expect(fieldPath(".a", { "": { a: 1 } })).toEqual([".a"]);
});

test("any field at all has a path", () => {
  fc.assert(fc.property(fc.string(), (field) => expect(fieldPath(field, object).length <= field.length).toBe(true)));
});

test("the path of every member is found, however its keys are spelled", () => {
  const key = fc.stringMatching(/^[a-z][a-z./]{0,4}$/);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, fc.constant(1), fc.dictionary(key, tie("value")), fc.array(tie("value"))),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, value), (tree) => {
      for (const path of pathsIn(tree, [])) expect(fieldPath(bracketed(path), tree)).toEqual(path);
    }),
  );
});

const bracketed = ([first, ...rest]: Path) => String(first) + rest.map((each) => `[${each}]`).join("");

function pathsIn(value: unknown, path: Path): Path[] {
  const members = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
  return members.flatMap(([key, member]) => [[...path, key], ...pathsIn(member, [...path, key])]);
}
