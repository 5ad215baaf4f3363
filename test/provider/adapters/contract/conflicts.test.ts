import type { AdapterDriver } from "../../../support/adapterDriver";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import { failureOf } from "../../../support/contract";
import { secretOnWire, type Wire } from "../../../support/pluginDriver";

const type = "SpaceTemplate";
const policies = ["merge", "overwrite", "fail"];
const before = { displayName: "a", description: "a" };
// The colleague changes displayName; the program changes what each row says.
const changesOf = { both: { displayName: "ours" }, "only the colleague": { description: "ours" } };
const masked = "from [secret] to [secret], while the program has [secret]";

/** The resulting displayName; undefined where the update is refused. */
const outcomes: [policy: string, who: keyof typeof changesOf, displayName: string | undefined][] = [
  ["merge", "both", undefined],
  ["merge", "only the colleague", "theirs"],
  ["overwrite", "both", "ours"],
  ["overwrite", "only the colleague", "a"],
  ["fail", "both", undefined],
  ["fail", "only the colleague", undefined],
];

onBothAdapters((adapter) => {
  const specOf = (name: string) => adapter.stored("spacetemplates", name).spec;

  /** The error of an update that changes a field which a colleague has changed too. */
  const conflictOf = async (name: string, ...[old, theirs, ours]: [Wire, object, Wire]) => {
    const kept = await adapter.create(type, { name, ...old });
    await adapter.merge(`spacetemplates/${name}`, theirs);
    return failureOf(adapter.driver.update(type, kept, { name, ...ours }));
  };
  describe("set for the provider", () => {
    const drivers = new Map<string, AdapterDriver>();
    beforeAll(async () => {
      for (const conflictPolicy of policies) drivers.set(conflictPolicy, await adapter.configured({ conflictPolicy }));
    });
    afterAll(() => Promise.all([...drivers.values()].map((driver) => driver.close())));

    test.each(outcomes)("conflictPolicy %s, when %s changed the field, leaves %p", async (policy, who, displayName) => {
      const name = `${policy}-${who.replaceAll(" ", "-")}`;
      const kept = await adapter.create(type, { name, ...before });
      await adapter.merge(`spacetemplates/${name}`, { spec: { displayName: "theirs" } });
      const update = drivers.get(policy)?.update(type, kept, { name, ...before, ...changesOf[who] });
      if (displayName === undefined) {
        await expect(update).rejects.toThrow(/displayName was changed by "kubectl-edit".*conflictPolicy to overwrite/);
        expect(specOf(name)).toEqual({ ...before, displayName: "theirs" });
        return;
      }
      await update;
      expect(specOf(name)).toEqual({ ...before, ...changesOf[who], displayName });
    });
  });

  test("a changed policy applies to the update that changes it, and is never sent", async () => {
    const kept = await adapter.create(type, { name: "sooner", ...before });
    await adapter.merge("spacetemplates/sooner", { spec: { displayName: "theirs" } });
    const inputs = { name: "sooner", ...before, displayName: "ours", conflictPolicy: "overwrite" };
    expect((await adapter.driver.diff(type, kept, inputs)).changes).toBe(true);
    await adapter.driver.update(type, kept, inputs);
    expect(specOf("sooner")).toEqual({ ...before, displayName: "ours" });
  });

  test("a foreign change that an update keeps is drift at the next refresh", async () => {
    const declared = { ...before, labels: { a: "1", b: "1" }, finalizers: ["x.test/a"] };
    const kept = await adapter.create(type, { name: "left", ...declared });
    await adapter.merge("spacetemplates/left", {
      metadata: { labels: { a: "theirs" }, finalizers: ["y.test/other"] },
      spec: { displayName: "theirs" },
    });
    const changed = { ...declared, labels: { a: "1", b: "2" }, finalizers: ["x.test/a", "x.test/b"] };
    const updated = await adapter.driver.update(type, kept, { name: "left", ...changed });
    const labels = { a: "theirs", b: "2" };
    expect(adapter.stored("spacetemplates", "left").metadata.labels).toMatchObject(labels);
    const read = await adapter.driver.read(type, updated);
    expect(read?.inputs).toMatchObject({ displayName: "theirs", description: "a", labels, finalizers: ["x.test/b"] });
    await adapter.merge("spacetemplates/left", { metadata: { finalizers: [] } });
  });

  test("a conflict masks all values of a secret, also the foreign one, if only the state marks it", async () => {
    const [old, theirs] = [{ description: secretOnWire("canary-1") }, { spec: { description: "canary-2" } }];
    expect(await conflictOf("unmarked", old, theirs, { description: "canary-3" })).toContain(masked);
  });

  test("a conflict names a field of extraSpec inside a known object by its own path", async () => {
    const extraSpec = (token: string) => ({
      template: { objects: "" },
      extraSpec: { template: { token: secretOnWire(token) } },
    });
    const theirs = { spec: { template: { token: "canary-of-theirs" } } };
    const message = await conflictOf("marked-inside", extraSpec("our-token"), theirs, extraSpec("our-token-2"));
    expect(message).toMatch(/extraSpec\.template\.token was changed by /);
    expect(message).toContain(masked);
  });
});

describe("ignoreChanges", () => {
  // The program declares this; its update changes the description, and what a row says.
  const declared = {
    labels: { "x.test/y": "1", other: "1" },
    access: [{ users: ["a"] }],
    template: { objects: "", metadata: { labels: { team: "web" } } },
    extraSpec: { size: { min: "1", max: "9" }, template: { token: "1", other: "1" } },
    finalizers: ["x.test/a"],
  };
  const labels = (theirs: object) => ({ metadata: { labels: theirs } });
  const access = { spec: { access: [{ users: ["theirs"] }] } };

  /** The ignored path, the foreign change there, and another change of the program. */
  const ignored: [ignoreChanges: string, theirs: { metadata?: Wire; spec?: Wire }, ours?: Wire][] = [
    ['labels["x.test/y"]', labels({ "x.test/y": "theirs" })],
    ["access[0].users", access],
    ["extraSpec.size.min", { spec: { size: { min: "theirs" } } }],
    ["extraSpec.template.token", { spec: { template: { token: "theirs" } } }],
    ["finalizers", { metadata: { finalizers: ["y.test/theirs"] } }, { finalizers: ["x.test/b"] }],
    ["*", { ...labels({ other: "theirs" }), spec: { access: [] } }],
  ];

  onBothAdapters((adapter) => {
    test.each(ignored)(
      "%s stays as it is on the platform, whatever the policy",
      async (ignoreChanges, theirs, ours = {}) => {
        for (const conflictPolicy of ["overwrite", "fail"]) {
          const name = `ignored-${ignored.findIndex(([path]) => path === ignoreChanges)}-${conflictPolicy}`;
          const kept = await adapter.create(type, { name, conflictPolicy, ...declared });
          await adapter.merge(`spacetemplates/${name}`, theirs);
          const { metadata, spec } = adapter.stored("spacetemplates", name);
          const inputs = { ...kept.inputs, description: "ours", ...ours };
          await adapter.driver.update(type, kept, inputs, { ignoreChanges: [ignoreChanges] });
          const now = adapter.stored("spacetemplates", name);
          expect(now.metadata.labels).toEqual(metadata.labels);
          expect(now.metadata.finalizers).toEqual(metadata.finalizers);
          expect(now.spec).toEqual({ ...spec, ...(ignoreChanges !== "*" && { description: "ours" }) });
          await adapter.merge(`spacetemplates/${name}`, { metadata: { finalizers: [] } });
        }
      },
    );

    // The fields that an update of all of them does not write.
    test.each<[ignoreChanges: string, kept: string[]]>([
      ["extraSpec", ["size", "other"]],
      ["extraSpec.*", ["size", "other"]],
      ["extraSpec.size", ["size"]],
      ["extraSpec.displayName", []],
      ["extraSpec.template", ["other"]],
      ["template", ["team", "other"]],
      ["template.metadata", ["team"]],
      ["*", ["displayName", "team", "size", "other"]],
    ])("%s keeps %j of what an update changes", async (ignoreChanges, kept) => {
      const inputs = (value: string) => ({
        displayName: value,
        template: { metadata: { labels: { team: value } } },
        extraSpec: { size: { min: value }, template: { other: value } },
      });
      const name = `covered-${ignoreChanges.replace(/\W/g, "-").toLowerCase()}a`;
      const before = await adapter.create(type, { name, ...inputs("one") });
      await adapter.driver.update(
        type,
        before,
        { ...before.inputs, ...inputs("two") },
        { ignoreChanges: [ignoreChanges] },
      );
      const { displayName, size, template } = adapter.stored("spacetemplates", name).spec as Record<string, Wire>;
      const { metadata, other } = template as { metadata: { labels: { team: unknown } }; other: unknown };
      const found = { displayName, team: metadata.labels.team, size: size?.min, other };
      expect(Object.entries(found).flatMap(([field, value]) => (value === "one" ? [field] : []))).toEqual(kept);
    });
  });
});
