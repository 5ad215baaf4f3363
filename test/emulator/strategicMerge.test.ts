import type { Body } from "./conformance/row";
import { patch, post, template } from "./conformance/row";
import { type Answer, send } from "./request";
import { withPlatform } from "./withPlatform";

const owner = (uid: string, more: object = {}) => ({
  apiVersion: "v1",
  kind: "Project",
  name: `n${uid}`,
  uid,
  ...more,
});
const spec = {
  displayName: "d",
  access: [{ users: ["a"] }],
  template: { metadata: { labels: { a: "1" } }, objects: "o" },
};
const metadata = { finalizers: ["x.test/a", "x.test/b"], ownerReferences: [owner("1"), owner("2")] };

async function patched(body: object): Promise<Answer> {
  let answer: Answer | undefined;
  await withPlatform({ omitEmpty: true }, async (platform) => {
    await send(platform, post(template("a", spec, metadata)));
    answer = await send(platform, patch("a", body, "", "application/strategic-merge-patch+json"));
  });
  return answer as Answer;
}

test.each<[string, object, unknown]>([
  [
    "merges maps and takes out what is null",
    { displayName: null, template: { objects: "p" } },
    { ...spec, displayName: undefined, template: { ...spec.template, objects: "p" } },
  ],
  ["replaces a list of the spec", { access: [{ users: ["b"] }] }, { ...spec, access: [{ users: ["b"] }] }],
  [
    "replaces a map that says so",
    { template: { $patch: "replace", objects: "p" } },
    { ...spec, template: { objects: "p" } },
  ],
  [
    "empties a map that says so",
    { template: { metadata: { labels: { $patch: "delete" } } } },
    { ...spec, template: { objects: "o" } },
  ],
  [
    "leaves no null in a new map",
    { template: { metadata: { annotations: { a: null, b: "1" } } } },
    { ...spec, template: { ...spec.template, metadata: { labels: { a: "1" }, annotations: { b: "1" } } } },
  ],
])("it %s", async (_, change, expected) => {
  expect((await patched({ spec: change })).body.spec).toEqual(expected);
});

test.each<[string, object, Partial<Record<"finalizers" | "ownerReferences", unknown>>]>([
  ["joins finalizers", { finalizers: ["x.test/c", "x.test/a"] }, { finalizers: ["x.test/a", "x.test/b", "x.test/c"] }],
  [
    "takes out the finalizers that it names",
    { "$deleteFromPrimitiveList/finalizers": ["x.test/a"] },
    { finalizers: ["x.test/b"] },
  ],
  [
    "does without the order of a list",
    { finalizers: ["x.test/c"], "$setElementOrder/finalizers": ["x.test/c"] },
    { finalizers: ["x.test/a", "x.test/b", "x.test/c"] },
  ],
  [
    "joins owners by their uid",
    { ownerReferences: [{ uid: "2", controller: true }, owner("3")] },
    { ownerReferences: [owner("1"), owner("2", { controller: true }), owner("3")] },
  ],
  [
    "takes out the owners that it names",
    { ownerReferences: [{ $patch: "delete", uid: "1" }] },
    { ownerReferences: [owner("2")] },
  ],
  [
    "replaces the owners if it says so",
    { ownerReferences: [{ $patch: "replace" }, owner("3")] },
    { ownerReferences: [owner("3")] },
  ],
])("of the metadata it %s", async (_, change, expected) => {
  expect((await patched({ metadata: change })).body.metadata).toMatchObject(expected);
});

test.each<[string, unknown, number]>([
  ["is no map", [], 400],
  ["has a directive that nobody knows", { spec: { $patch: "explode" } }, 500],
  ["makes a field of another type", { spec: { displayName: 1 } }, 422],
])("a patch that %s is refused", async (_, body, status) => {
  const answer = await patched(body as object);
  expect([answer.status, (answer.body as Body).kind]).toEqual([status, "Status"]);
});
