import type { StoredObject } from "../../support/faceUnderTest";
import { onBothFaces } from "../../support/faceUnderTest";
import type { Wire } from "../../support/pluginDriver";

/** What somebody else has on the object, beside everything that the program declares. */
const foreign = {
  metadata: {
    labels: { theirs: "1" },
    annotations: { "their/note": "x" },
    finalizers: ["their.test/hold"],
    ownerReferences: [{ apiVersion: "v1", kind: "Namespace", name: "n", uid: "their-uid" }],
  },
  spec: { versions: [{ a: 1 }], template: { theirs: { kept: true }, metadata: { annotations: { theirs: "1" } } } },
};

interface Change {
  readonly before: Wire;
  readonly after: Wire;
  /** What the object has of the declared fields afterwards, with the foreign parts beside it. */
  readonly expected: { metadata?: Wire; spec?: Wire };
}

const owner = (uid: string, name: string) => ({ apiVersion: "v1", kind: "ConfigMap", name, uid });

const changes: Record<string, Change> = {
  "a field is removed": {
    before: { displayName: "a", description: "b" },
    after: { description: "b" },
    expected: { spec: { description: "b" } },
  },
  "a field is changed": {
    before: { displayName: "a", description: "b" },
    after: { displayName: "c", description: "b" },
    expected: { spec: { displayName: "c", description: "b" } },
  },
  "a label is removed": {
    before: { labels: { a: "1", "x.test/b": "2" } },
    after: { labels: { a: "1" } },
    expected: { metadata: { labels: { a: "1" } } },
  },
  "a label with a slash is changed": {
    before: { labels: { "x.test/a_b": "1" } },
    after: { labels: { "x.test/a_b": "2" } },
    expected: { metadata: { labels: { "x.test/a_b": "2" } } },
  },
  "all labels and annotations are removed": {
    before: { labels: { a: "1" }, annotations: { "x.test/b": "2" } },
    after: {},
    expected: {},
  },
  "labels become an empty map": { before: { labels: { a: "1" } }, after: { labels: {} }, expected: {} },
  "a nested object is removed": {
    before: { displayName: "a", template: { metadata: { labels: { a: "1" } }, objects: "apiVersion: v1\nkind: A" } },
    after: { displayName: "a" },
    expected: { spec: { displayName: "a" } },
  },
  "a key inside a nested map is removed": {
    before: { template: { metadata: { labels: { a: "1", b: "2" } } } },
    after: { template: { metadata: { labels: { b: "2" } } } },
    expected: { spec: { template: { metadata: { labels: { b: "2" } } } } },
  },
  "a nested object is added": {
    before: {},
    after: { template: { metadata: { labels: { "a.b/c": "1" } } } },
    expected: { spec: { template: { metadata: { labels: { "a.b/c": "1" } } } } },
  },
  "a list entry is removed from the middle": {
    before: { access: [{ users: ["a"] }, { users: ["b"] }, { users: ["c"] }] },
    after: { access: [{ users: ["a"] }, { users: ["c"] }] },
    expected: { spec: { access: [{ users: ["a"] }, { users: ["c"] }] } },
  },
  "a list is turned round": {
    before: { access: [{ users: ["a", "b"] }] },
    after: { access: [{ users: ["b", "a"] }] },
    expected: { spec: { access: [{ users: ["b", "a"] }] } },
  },
  "an unknown field of the spec is removed": {
    before: { extraSpec: { "odd/key~": { a: 1, b: 2 } } },
    after: { extraSpec: { "odd/key~": { b: 2 } } },
    expected: { spec: { "odd/key~": { b: 2 } } },
  },
  "a finalizer is removed and another one added": {
    before: { finalizers: ["x.test/a", "x.test/b"] },
    after: { finalizers: ["x.test/b", "x.test/c"] },
    expected: { metadata: { finalizers: ["x.test/b", "x.test/c"] } },
  },
  "an owner reference is removed and another one changed": {
    before: { ownerReferences: [owner("u1", "a"), owner("u2", "b")] },
    after: { ownerReferences: [owner("u2", "c")] },
    expected: { metadata: { ownerReferences: [owner("u2", "c")] } },
  },
};

/** The parts that the table is about, without what a create stamps. */
function visible({ metadata, spec }: StoredObject): Wire {
  const { labels, annotations, finalizers, ownerReferences } = metadata as unknown as Record<string, Wire>;
  const own = (map: Wire = {}) => Object.fromEntries(Object.entries(map).filter(([key]) => !key.startsWith("pulumi-")));
  const sorted = (list: unknown) =>
    [...(list as object[])].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  return {
    labels: own(labels),
    annotations: own(annotations),
    finalizers: sorted(finalizers),
    ownerReferences: sorted(ownerReferences),
    spec,
  };
}

function withForeign({ metadata = {}, spec = {} }: Change["expected"]): Wire {
  const lists = metadata as Record<string, object[] | undefined>;
  const template = (spec.template ?? {}) as { metadata?: Wire };
  return visible({
    metadata: {
      labels: { ...(metadata.labels as object), ...foreign.metadata.labels },
      annotations: { ...(metadata.annotations as object), ...foreign.metadata.annotations },
      finalizers: [...(lists.finalizers ?? []), ...foreign.metadata.finalizers],
      ownerReferences: [...(lists.ownerReferences ?? []), ...foreign.metadata.ownerReferences],
    } as unknown as StoredObject["metadata"],
    spec: {
      ...spec,
      versions: foreign.spec.versions,
      template: {
        ...template,
        ...foreign.spec.template,
        metadata: { ...template.metadata, ...foreign.spec.template.metadata },
      },
    },
  });
}

describe.each(["JSON Patch", "PUT of the whole object"])("by %s exactly what changed is written, when", (way) => {
  onBothFaces((face) => {
    test.each(Object.entries(changes))("%s", async (title, { before, after, expected }) => {
      const name = `exact-${way.length}-${Object.keys(changes).indexOf(title)}`;
      const kept = await face.create("SpaceTemplate", { name, ...before });
      const { metadata } = face.stored("spacetemplates", name) as unknown as { metadata: Record<string, object[]> };
      await face.merge(`spacetemplates/${name}`, {
        ...foreign,
        metadata: {
          ...foreign.metadata,
          finalizers: [...(metadata.finalizers ?? []), ...foreign.metadata.finalizers],
          ownerReferences: [...foreign.metadata.ownerReferences, ...(metadata.ownerReferences ?? [])],
        },
      });
      if (way !== "JSON Patch") face.platform.faults.add({ method: "PATCH", times: 100, action: { status: 415 } });
      const updated = await face.driver.update("SpaceTemplate", kept, { name, ...after });
      expect(visible(face.stored("spacetemplates", name))).toEqual(withForeign(expected));
      expect(face.sent().at(-1)).toBe(way === "JSON Patch" ? "PATCH 200" : "PUT 200");
      face.platform.requests.length = 0;
      await face.driver.update("SpaceTemplate", updated, { name, ...after });
      expect(face.sent()).toEqual(["GET 200"]);
      face.platform.faults.clear();
      await face.merge(`spacetemplates/${name}`, { metadata: { finalizers: null } });
    });
  });
});
