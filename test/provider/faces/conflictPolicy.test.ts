import type { FaceDriver } from "../../support/faceDriver";
import { onBothFaces } from "../../support/faceUnderTest";
import type { Wire } from "../../support/pluginDriver";

const before = { displayName: "a", description: "a" };
// The colleague changes displayName; the program changes what each row says.
const changesOf = { both: { displayName: "ours" }, "only the colleague": { description: "ours" } };

/** What becomes of displayName; undefined where the update is refused. */
const outcomes: [policy: string, who: keyof typeof changesOf, displayName: string | undefined][] = [
  ["merge", "both", undefined],
  ["merge", "only the colleague", "theirs"],
  ["overwrite", "both", "ours"],
  ["overwrite", "only the colleague", "a"],
  ["fail", "both", undefined],
  ["fail", "only the colleague", undefined],
];

onBothFaces((face) => {
  const drivers = new Map<string, FaceDriver>();
  beforeAll(async () => {
    for (const conflictPolicy of ["merge", "overwrite", "fail"])
      drivers.set(conflictPolicy, await face.configured({ conflictPolicy }));
  });
  afterAll(() => Promise.all([...drivers.values()].map((driver) => driver.close())));

  describe.each(["provider", "resource"])("set for the %s", (place) => {
    test.each(outcomes)("conflictPolicy %s, when %s changed the field, leaves %p", async (policy, who, displayName) => {
      // The resource's own policy wins over the provider's, so that one is another here.
      const ofProvider = place === "provider" ? policy : policy === "overwrite" ? "fail" : "overwrite";
      const name = `${place}-${policy}-${who.replaceAll(" ", "-")}`;
      const own = place === "resource" ? { conflictPolicy: policy } : {};
      const kept = await face.create("SpaceTemplate", { name, ...own, ...before });
      await face.merge(`spacetemplates/${name}`, { spec: { displayName: "theirs" } });
      const driver = drivers.get(ofProvider) as FaceDriver;
      const update = driver.update("SpaceTemplate", kept, { name, ...own, ...before, ...changesOf[who] });
      if (displayName === undefined) {
        await expect(update).rejects.toThrow(/displayName was changed by "kubectl-edit".*conflictPolicy to overwrite/);
        expect(face.stored("spacetemplates", name).spec).toEqual({ ...before, displayName: "theirs" });
        return;
      }
      await update;
      expect(face.stored("spacetemplates", name).spec).toEqual({ ...before, ...changesOf[who], displayName });
    });
  });

  test("a policy that is changed counts for the update that changes it, and is never sent", async () => {
    const kept = await face.create("SpaceTemplate", { name: "sooner", ...before });
    await face.merge("spacetemplates/sooner", { spec: { displayName: "theirs" } });
    const inputs = { name: "sooner", ...before, displayName: "ours", conflictPolicy: "overwrite" };
    expect((await face.driver.diff("SpaceTemplate", kept, inputs)).changes).toBe(true);
    await face.driver.update("SpaceTemplate", kept, inputs);
    expect(face.stored("spacetemplates", "sooner").spec).toEqual({ ...before, displayName: "ours" });
  });

  test("what the update left to others is drift for the next refresh", async () => {
    const declared = { ...before, labels: { a: "1", b: "1" }, finalizers: ["x.test/a"] };
    const kept = await face.create("SpaceTemplate", { name: "left", ...declared });
    await face.merge("spacetemplates/left", {
      metadata: { labels: { a: "theirs" }, finalizers: ["y.test/other"] },
      spec: { displayName: "theirs" },
    });
    const changed = { ...declared, labels: { a: "1", b: "2" }, finalizers: ["x.test/a", "x.test/b"] };
    const updated = await face.driver.update("SpaceTemplate", kept, { name: "left", ...changed });
    expect(face.stored("spacetemplates", "left").metadata.labels).toMatchObject({ a: "theirs", b: "2" });
    const read = await face.driver.read("SpaceTemplate", updated);
    expect(read?.inputs).toMatchObject({
      displayName: "theirs",
      description: "a",
      labels: { a: "theirs", b: "2" },
      finalizers: ["x.test/b"],
    });
    await face.merge("spacetemplates/left", { metadata: { finalizers: [] } });
  });
});

describe("what ignoreChanges names is left as it is on the platform, whatever the policy", () => {
  // What the program declares; its update changes the description, and what a row says.
  const declared = {
    labels: { "x.test/y": "1", other: "1" },
    access: [{ users: ["a"] }],
    template: { objects: "", metadata: { labels: { team: "web" } } },
    extraSpec: { size: { min: "1", max: "9" } },
    finalizers: ["x.test/a"],
  };

  /** What a colleague changes, how the program asks to leave that alone, and what it changes besides. */
  const ignored: [ignoreChanges: string, theirs: { metadata?: Wire; spec?: Wire }, ours?: Wire][] = [
    ["labels", { metadata: { labels: { "x.test/y": "theirs" } } }],
    ['labels["x.test/y"]', { metadata: { labels: { "x.test/y": "theirs" } } }],
    ["labels.other", { metadata: { labels: { other: "theirs" } } }],
    ["access", { spec: { access: [{ users: ["theirs"] }] } }],
    ["access[0].users", { spec: { access: [{ users: ["theirs"] }] } }],
    ["access[*].users[0]", { spec: { access: [{ users: ["theirs"] }] } }],
    ["template", { spec: { template: { metadata: { labels: { team: "theirs" } } } } }],
    ["template.metadata.labels.team", { spec: { template: { metadata: { labels: { team: "theirs" } } } } }],
    ["extraSpec.size", { spec: { size: { min: "theirs" } } }],
    ["extraSpec.size.min", { spec: { size: { min: "theirs" } } }],
    ["finalizers", { metadata: { finalizers: ["y.test/theirs"] } }, { finalizers: ["x.test/b"] }],
    ["*", { metadata: { labels: { other: "theirs" } }, spec: { access: [] } }],
  ];

  onBothFaces((face) => {
    test.each(ignored)("%s", async (ignoreChanges, theirs, ours = {}) => {
      const name = `ignored-${ignored.findIndex(([path]) => path === ignoreChanges)}`;
      for (const conflictPolicy of ["overwrite", "fail", "merge"]) {
        const kept = await face.create("SpaceTemplate", {
          name: `${name}-${conflictPolicy}`,
          conflictPolicy,
          ...declared,
        });
        const path = `spacetemplates/${kept.id}`;
        await face.merge(path, theirs);
        const { metadata, spec } = face.stored("spacetemplates", kept.id);
        const inputs = { ...kept.inputs, description: "ours", ...ours };
        await face.driver.update("SpaceTemplate", kept, inputs, { ignoreChanges: [ignoreChanges] });
        const now = face.stored("spacetemplates", kept.id);
        expect(now.metadata.labels).toEqual(metadata.labels);
        expect(now.metadata.finalizers).toEqual(metadata.finalizers);
        expect(now.spec).toEqual({ ...spec, ...(ignoreChanges !== "*" && { description: "ours" }) });
        await face.merge(path, { metadata: { finalizers: [] } });
      }
    });

    test("also inside a list that the program changes elsewhere", async () => {
      for (const conflictPolicy of ["overwrite", "fail", "merge"]) {
        const entries = (first: string, second: string) => [
          { users: [first], verbs: ["get"] },
          { users: [second], verbs: ["get"] },
        ];
        const name = `inside-${conflictPolicy}`;
        const kept = await face.create("SpaceTemplate", { name, conflictPolicy, access: entries("a", "b") });
        await face.merge(`spacetemplates/${name}`, { spec: { access: entries("theirs", "b") } });
        const inputs = { ...kept.inputs, access: entries("a", "c") };
        for (const ignored of ["access[0].users", "access[0].users[0]"]) {
          await face.driver.update("SpaceTemplate", kept, inputs, { ignoreChanges: [ignored] });
          expect(face.stored("spacetemplates", name).spec.access).toEqual(entries("theirs", "c"));
        }
      }
    });

    test("but a change of the rest of that list is treated by the policy", async () => {
      const kept = await face.create("SpaceTemplate", { name: "rest", access: [{ users: ["a"], verbs: ["get"] }] });
      await face.merge("spacetemplates/rest", { spec: { access: [{ users: ["theirs"], verbs: ["theirs"] }] } });
      const inputs = { ...kept.inputs, access: [{ users: ["a"], verbs: ["list"] }] };
      const update = face.driver.update("SpaceTemplate", kept, inputs, { ignoreChanges: ["access[0].users"] });
      await expect(update).rejects.toThrow('access was changed by "kubectl-edit"');
    });

    test("and what it does not name is treated by the policy", async () => {
      const kept = await face.create("SpaceTemplate", { name: "beside", conflictPolicy: "overwrite", ...declared });
      await face.merge("spacetemplates/beside", { metadata: { labels: { other: "theirs", "x.test/y": "theirs" } } });
      const inputs = { ...kept.inputs, description: "ours" };
      await face.driver.update("SpaceTemplate", kept, inputs, { ignoreChanges: ["labels.other"] });
      expect(face.stored("spacetemplates", "beside").metadata.labels).toMatchObject({
        other: "theirs",
        "x.test/y": "1",
      });
    });
  });
});
