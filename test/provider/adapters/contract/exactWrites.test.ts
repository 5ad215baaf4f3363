import { unknownSentinels } from "../../../../provider/api/input/untrustedJson";
import type { StoredObject } from "../../../support/adapterUnderTest";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import type { Wire } from "../../../support/pluginDriver";

/** Fields of others on the object, beside all fields that the program declares. */
const foreign = {
  metadata: {
    labels: { theirs: "1" },
    annotations: { "their/note": "x" },
    finalizers: ["their.test/hold"],
    ownerReferences: [{ apiVersion: "v1", kind: "Namespace", name: "n", uid: "their-uid" }],
  },
  spec: { versions: [{ a: 1 }], template: { theirs: { kept: true }, metadata: { annotations: { theirs: "1" } } } },
};

/** The declared fields of the object after the update; foreign fields stay beside them. */
type Expected = { metadata?: Wire; spec?: Wire };

const owner = (uid: string, name: string) => ({ apiVersion: "v1", kind: "ConfigMap", name, uid });
const labels = (of: Wire) => ({ metadata: { labels: of } });
const users = (...names: string[]) => ({ access: names.map((name) => ({ users: [name] })) });
const a1 = { labels: { a: "1" } };
const nested = { displayName: "a", template: { ...labels({ a: "1" }), objects: "apiVersion: v1\nkind: A" } };

const changes: [title: string, before: Wire, after: Wire, expected: Expected][] = [
  [
    "a changed label with a slash",
    { labels: { "x.test/a_b": "1" } },
    { labels: { "x.test/a_b": "2" } },
    labels({ "x.test/a_b": "2" }),
  ],
  ["removed labels and annotations", { ...a1, annotations: { "x.test/b": "2" } }, {}, {}],
  ["a removed nested object", nested, { displayName: "a" }, { spec: { displayName: "a" } }],
  ["a list entry removed from the middle", users("a", "b", "c"), users("a", "c"), { spec: users("a", "c") }],
  [
    "a removed finalizer and an added one",
    { finalizers: ["x.test/a", "x.test/b"] },
    { finalizers: ["x.test/b", "x.test/c"] },
    { metadata: { finalizers: ["x.test/b", "x.test/c"] } },
  ],
  [
    "a removed owner reference and a changed one",
    { ownerReferences: [owner("u1", "a"), owner("u2", "b")] },
    { ownerReferences: [owner("u2", "c")] },
    { metadata: { ownerReferences: [owner("u2", "c")] } },
  ],
];

/** The parts that the table is about, without the marks of a create. */
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

function withForeign({ metadata = {}, spec = {} }: Expected): Wire {
  const { labels, finalizers = [], ownerReferences = [] } = metadata as Record<string, object[] | undefined>;
  const template = (spec.template ?? {}) as { metadata?: Wire };
  const { versions, template: theirs } = foreign.spec;
  return visible({
    metadata: {
      labels: { ...labels, ...foreign.metadata.labels },
      annotations: foreign.metadata.annotations,
      finalizers: [...finalizers, ...foreign.metadata.finalizers],
      ownerReferences: [...ownerReferences, ...foreign.metadata.ownerReferences],
    } as unknown as StoredObject["metadata"],
    spec: {
      ...spec,
      versions,
      template: { ...template, ...theirs, metadata: { ...template.metadata, ...theirs.metadata } },
    },
  });
}

onBothAdapters((adapter) => {
  test.each(changes)("a patch writes exactly %s", async (title, before, after, expected) => {
    const name = `exact-${changes.findIndex(([each]) => each === title)}`;
    const kept = await adapter.create("SpaceTemplate", { name, ...before });
    const { metadata } = adapter.stored("spacetemplates", name) as unknown as { metadata: Record<string, object[]> };
    const finalizers = [...(metadata.finalizers ?? []), ...foreign.metadata.finalizers];
    const ownerReferences = [...foreign.metadata.ownerReferences, ...(metadata.ownerReferences ?? [])];
    const theirs = { ...foreign, metadata: { ...foreign.metadata, finalizers, ownerReferences } };
    await adapter.merge(`spacetemplates/${name}`, theirs);
    const updated = await adapter.driver.update("SpaceTemplate", kept, { name, ...after });
    expect(visible(adapter.stored("spacetemplates", name))).toEqual(withForeign(expected));
    expect(adapter.sent().at(-1)).toBe("PATCH 200");
    adapter.platform.requests.length = 0;
    await adapter.driver.update("SpaceTemplate", updated, { name, ...after });
    expect(adapter.sent()).toEqual(["GET 200"]);
    await adapter.merge(`spacetemplates/${name}`, { metadata: { finalizers: null } });
  });

  test("a patch of too many changes replaces the changed parts, and keeps what others added", async () => {
    const name = "many";
    const many = (value: string) => Array<string>(10_000).fill(value);
    const extraSpec = (value: string) => ({
      many: many(value),
      size: { max: value },
      template: { size: { max: value } },
    });
    const size = { max: "1", min: "theirs" };
    const charts = [{ name: "a", password: "their-password" }];
    const kept = await adapter.create("SpaceTemplate", { name, extraSpec: extraSpec("1") });
    await adapter.merge(`spacetemplates/${name}`, { spec: { theirs: 1, size, template: { charts, size } } });
    await adapter.driver.update("SpaceTemplate", kept, { name, extraSpec: extraSpec("2") });
    const changed = { ...size, max: "2" };
    const template = { charts, size: changed };
    expect(adapter.stored("spacetemplates", name).spec).toEqual({
      theirs: 1,
      many: many("2"),
      size: changed,
      template,
    });
    const patch: { path: string }[] = JSON.parse(adapter.platform.requests.at(-1)?.body ?? "");
    const paths = ["/metadata/resourceVersion", "/spec/many", "/spec/size", "/spec/template/size"];
    expect(patch.map(({ path }) => path).sort()).toEqual(paths);
  });

  test("a platform that rejects JSON Patch gets no other write, and the error says what to check", async () => {
    const kept = await adapter.create("SpaceTemplate", { name: "no-patch", displayName: "a" });
    adapter.platform.faults.add({ method: "PATCH", name: "no-patch", times: 2, action: { status: 415 } });
    const update = adapter.driver.update("SpaceTemplate", kept, { name: "no-patch", displayName: "b" });
    await expect(update).rejects.toThrow(
      /failed: 415.* Check that vcluster-platform:baseUrl .*A proxy in between must keep/,
    );
    expect(adapter.sent().slice(-3)).toEqual(["PATCH 415", "GET 200", "PATCH 415"]);
  });

  test("an update that would replace a marker of Pulumi writes nothing", async () => {
    const name = "marker";
    const kept = await adapter.create("SpaceTemplate", { name, ownerReferences: [owner("u1", "ours")] });
    const ownerReferences = [owner("u1", "ours"), owner("u2", unknownSentinels[0])];
    await adapter.merge(`spacetemplates/${name}`, { metadata: { ownerReferences } });
    const update = adapter.driver.update("SpaceTemplate", kept, { name });
    await expect(update).rejects.toThrow("would replace ownerReferences, in which another client wrote a marker");
    expect(adapter.stored("spacetemplates", name).metadata).toMatchObject({ ownerReferences });
  });
});
