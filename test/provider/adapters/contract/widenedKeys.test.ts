import { type AdapterUnderTest, onBothAdapters } from "../../../support/adapterUnderTest";
import { expectDiff, failureOf, isPlugin, refreshed } from "../../../support/contract";
import type { Kept, Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";
const projects = [{ project: "default" }];
const scoped = { scope: { projects } };
const restrictedBy = (verb: string) => ({ verbs: [verb], resources: [{ group: "apps", resources: ["pods"] }] });
const readOnly = { scope: { projects, rules: [restrictedBy("get")] } };

/** What is declared, what another client changes, and the changes that a refresh then shows. */
type Row = readonly [what: string, declared: Wire, theirs: Wire, changes: string[]];

/** Changes of members that the program does not declare. */
const added: Row[] = [
  ["spaces", scoped, { scope: { spaces: [{ project: "*", space: "*" }] } }, ["scope.spaces: delete"]],
  [
    "virtual clusters",
    scoped,
    { scope: { virtualClusters: [{ project: "web", virtualCluster: "*" }] } },
    ["scope.virtualClusters: delete"],
  ],
  ["the flag", scoped, { scope: { allowLoftCli: true } }, ["scope.allowCli: delete"]],
  ["the flag as specified", scoped, { scope: { allowLoftCLI: true } }, ["extraSpec.scope: delete"]],
  ["groups", scoped, { groups: ["system:masters"] }, ["groups: delete"]],
  ["groups of a key without a scope", {}, { groups: ["system:masters"] }, ["groups: delete"]],
  [
    "a scope beside extraSpec.scope",
    { extraSpec: { scope: { future: ["a"] } } },
    { scope: { projects } },
    ["scope.projects: delete"],
  ],
  ["a life from the last activity", { ttl: 60 }, { ttlAfterLastActivity: true }, ["ttlAfterLastActivity: delete"]],
  [
    "several of these",
    scoped,
    { scope: { spaces: [{ project: "*" }], allowLoftCli: true }, groups: ["system:masters"] },
    ["groups: delete", "scope.allowCli: delete", "scope.spaces: delete"],
  ],
];

const addedOnProduct: Row[] = [
  ["clusters", scoped, { scope: { clusters: [{ cluster: "*" }] } }, ["scope.clusters: delete"]],
  ["roles", scoped, { scope: { roles: [{ role: "agent" }] } }, ["scope.roles: delete"]],
  [
    "a role beside the flag",
    { scope: { allowCli: true } },
    { scope: { roles: [{ role: "agent" }] } },
    ["scope.roles: delete"],
  ],
];

/** Changes of declared fields. */
const changed: Row[] = [
  [
    "another project",
    scoped,
    { scope: { projects: [...projects, { project: "web" }] } },
    ["scope.projects[1]: delete"],
  ],
  ["all projects", scoped, { scope: { projects: [{ project: "*" }] } }, ["scope.projects[0].project: update"]],
  ["no project", { scope: { projects, allowCli: true } }, { scope: { projects: null } }, ["scope.projects: add"]],
  ["no scope", scoped, { scope: null }, ["scope.projects: add"]],
  ["another group", { groups: ["a"] }, { groups: ["a", "system:masters"] }, ["groups[1]: delete"]],
  ["a longer life", { ttl: 60 }, { ttl: 3600 }, ["ttl: update"]],
];

const rules: Row[] = [
  ["no rules", { rules: [restrictedBy("get")] }, { rules: null }, ["rules: add"]],
  ["a wider rule", { rules: [restrictedBy("get")] }, { rules: [restrictedBy("*")] }, ["rules[0].verbs[0]: update"]],
];

const rulesOnProduct: Row[] = [
  ["no rules", readOnly, { scope: { rules: null } }, ["scope.rules: add"]],
  ["a wider rule", readOnly, { scope: { rules: [restrictedBy("*")] } }, ["scope.rules[0].verbs[0]: update"]],
];

/** Foreign changes that allow nothing more. */
const kept: (readonly [what: string, declared: Wire, theirs: Wire])[] = [
  ["rules beside the declared projects", scoped, { scope: { rules: [restrictedBy("get")] } }],
  ["a scope of a key without one", { user: "ci" }, { scope: { projects } }],
  ["roles of a key with an empty scope", { scope: { projects: [] } }, { scope: { roles: [{ role: "agent" }] } }],
  ["rules of a key without any", scoped, { rules: [restrictedBy("get")] }],
  ["a limited life of a key without one", {}, { ttl: 3600 }],
  ["empty values", scoped, { groups: [], scope: { spaces: [], virtualClusters: [{}], allowLoftCli: false } }],
  ["the role that replaces the flag", { scope: { allowCli: true } }, { scope: { roles: [{ role: "loft-cli" }] } }],
  ["fields that do not restrict", scoped, { type: "User", displayName: "theirs", scope: { future: "x" } }],
];

let count = 0;

function testRows(adapter: AdapterUnderTest, undeclared: readonly Row[], declaredFields: readonly Row[]) {
  const path = (name: string) => `ownedaccesskeys/${name}`;
  const specOf = (name: string) => {
    const { key: _key, ...spec } = adapter.stored("ownedaccesskeys", name).spec;
    return spec;
  };

  /** A key that another client changed, with what the platform stored before. */
  const changedKey = async (declared: Wire, theirs: Wire) => {
    const name = `widened-${count++}`;
    const created = await adapter.create(type, { name, ...declared });
    const spec = specOf(name);
    await adapter.merge(path(name), { spec: theirs });
    return { created, name, spec, inputs: created.inputs };
  };

  const updated = async (from: Kept, inputs: Wire) => ({
    ...(await adapter.driver.update(type, from, inputs)),
    inputs,
  });

  describe.each([...undeclared, ...declaredFields])("%s, by another client", (_what, declared, theirs, changes) => {
    test("is drift, and the update that follows the refresh takes it back", async () => {
      const { created, name, spec, inputs } = await changedKey(declared, theirs);
      const read = await refreshed(adapter, type, created);
      await expectDiff(adapter.driver, type, read, inputs, changes);
      const again = await refreshed(adapter, type, read);
      await expectDiff(adapter.driver, type, again, inputs, changes);
      const repaired = await updated(again, inputs);
      expect(specOf(name)).toEqual(spec);
      await expectDiff(adapter.driver, type, await refreshed(adapter, type, repaired), inputs, []);
    });

    test.each(["merge", "overwrite"])("is taken back by an update of another field with %s", async (conflictPolicy) => {
      const { created, name, spec, inputs } = await changedKey(declared, theirs);
      const news = { ...inputs, description: "new", conflictPolicy };
      const repaired = await updated(created, news);
      expect(specOf(name)).toEqual({ ...spec, description: "new" });
      await expectDiff(adapter.driver, type, await refreshed(adapter, type, repaired), news, []);
    });
  });

  test.each(undeclared)("%s, by another client, is no conflict", async (_what, declared, theirs) => {
    const { created, name, spec, inputs } = await changedKey(declared, theirs);
    await updated(created, { ...inputs, description: "new", conflictPolicy: "fail" });
    expect(specOf(name)).toEqual({ ...spec, description: "new" });
  });

  test.each(declaredFields)(
    "%s, by another client, is a conflict with the policy fail",
    async (_what, declared, theirs) => {
      const { created, inputs } = await changedKey(declared, theirs);
      const update = updated(created, { ...inputs, description: "new", conflictPolicy: "fail" });
      expect(await failureOf(update)).toContain("was changed by");
    },
  );

  test("a list of many keys does not hide it", async () => {
    const names = Array.from({ length: 8 }, (_none, index) => `listed-${index}`);
    const all = await Promise.all(names.map((name) => adapter.create(type, { name, user: "listed", ...scoped })));
    await adapter.merge("ownedaccesskeys/listed-3", { spec: { groups: ["system:masters"] } });
    const read = await Promise.all(all.map((each) => refreshed(adapter, type, each)));
    const groups = read.map(({ inputs }) => inputs.groups);
    expect(groups).toEqual(names.map((name) => (name === "listed-3" ? ["system:masters"] : undefined)));
  });
}

onBothAdapters(
  (adapter) => {
    testRows(adapter, added, [...changed, ...rules]);

    test.each(kept)("%s, added by another client, is no drift, and stays", async (_what, declared, theirs) => {
      const name = `kept-${count++}`;
      const created = await adapter.create(type, { name, ...declared });
      await adapter.merge(`ownedaccesskeys/${name}`, { spec: theirs });
      const { spec } = adapter.stored("ownedaccesskeys", name);
      await expectDiff(adapter.driver, type, await refreshed(adapter, type, created), created.inputs, []);
      await adapter.driver.update(type, created, { ...created.inputs, description: "new" });
      expect(adapter.stored("ownedaccesskeys", name).spec).toEqual({ ...spec, description: "new" });
    });

    test("a member that both the program and another client changed is a conflict", async () => {
      const created = await adapter.create(type, { name: "both", ...scoped });
      await adapter.merge("ownedaccesskeys/both", { spec: { scope: { projects: [{ project: "*" }] } } });
      const ours = { ...created.inputs, scope: { projects: [{ project: "web" }] } };
      expect(await failureOf(adapter.driver.update(type, created, ours))).toContain("scope.projects was changed by");
    });

    test("a member that another client widens again after the refresh is no conflict", async () => {
      const created = await adapter.create(type, { name: "again", ...scoped });
      await adapter.merge("ownedaccesskeys/again", { spec: { scope: { spaces: [{ project: "a" }] } } });
      const read = await refreshed(adapter, type, created);
      await adapter.merge("ownedaccesskeys/again", { spec: { scope: { spaces: [{ project: "*" }] } } });
      await adapter.driver.update(type, read, created.inputs);
      expect(adapter.stored("ownedaccesskeys", "again").spec.scope).toEqual(scoped.scope);
    });

    test("what another client narrows beside it stays when the declared scope comes back", async () => {
      const created = await adapter.create(type, { name: "beside", ...scoped });
      const theirs = { projects: null, rules: [restrictedBy("get")] };
      await adapter.merge("ownedaccesskeys/beside", { spec: { scope: theirs } });
      await adapter.driver.update(type, created, { ...created.inputs, description: "new" });
      expect(adapter.stored("ownedaccesskeys", "beside").spec.scope).toEqual({ projects, rules: theirs.rules });
    });

    test("ignoreChanges leaves what it covers as it is", async () => {
      const created = await adapter.create(type, { name: "ignored", ...scoped });
      const scope = { spaces: [{ project: "*" }] };
      await adapter.merge("ownedaccesskeys/ignored", { spec: { scope, groups: ["admins"] } });
      const news = { ...created.inputs, description: "new" };
      await adapter.driver.update(type, created, news, { ignoreChanges: ["scope"] });
      const { spec } = adapter.stored("ownedaccesskeys", "ignored");
      expect(spec).toMatchObject({ scope: { projects, ...scope }, description: "new" });
      expect(spec.groups).toBeUndefined();
    });

    test("a key that is imported with it has no drift", async () => {
      const created = await adapter.create(type, { name: "imported", ...scoped });
      if (!isPlugin(adapter.driver)) return;
      await adapter.merge("ownedaccesskeys/imported", { spec: { groups: ["a"], scope: { allowLoftCli: true } } });
      const imported = await refreshed(adapter, type, { id: created.id, inputs: {}, state: {} });
      expect(imported.inputs).toMatchObject({ groups: ["a"], scope: { projects, allowCli: true } });
      await expectDiff(adapter.driver, type, await refreshed(adapter, type, imported), imported.inputs, []);
    });
  },
  [{ omitEmpty: true }],
);

onBothAdapters((adapter) => testRows(adapter, addedOnProduct, rulesOnProduct), [{ api: 4 }]);
