import type { FaultAction } from "../../../../emulator/faults/fault";
import { callFunction } from "../../../../provider/adapters/dynamic/functionCalls";
import type { Resource } from "../../../../provider/objects/resource";
import { type AdapterUnderTest, onPlugin, onServers } from "../../../support/adapterUnderTest";
import { copiesIn } from "../../../support/copiesIn";
import { fullInputs } from "../../../support/fullInputs";
import { type PluginDriver, secretOnWire, startDriver, unknownOnWire, type Wire } from "../../../support/pluginDriver";
import { productResources, specResources } from "../../../support/productTypes";

onPlugin((adapter) => {
  const invoke = (name: string, args: Wire) => adapter.driver.invoke(name, args);
  /** The function of the SDK, which calls the platform without an engine. */
  const fromSdk = (name: string, args: Wire) => {
    const settings: Wire = {
      "vcluster-platform:baseUrl": adapter.platform.baseUrl,
      "vcluster-platform:accessKey": adapter.platform.accessKey,
    };
    return callFunction(name, args, { get: (key) => settings[key] as string | undefined });
  };
  const both = (name: string, args: Wire) => Promise.all([invoke(name, args), fromSdk(name, args)]);
  const namesIn = ({ items }: Wire) => (items as Wire[]).map(({ name }) => name);
  const failGet = (action: FaultAction, kind?: string) =>
    adapter.platform.faults.add({ method: "GET", times: 1, action, ...(kind && { kind }) });
  const templates = ["t0", "t1", "t2", "t3", "t4"];

  beforeAll(async () => {
    for (const [index, team] of ["a", "b", "a", "b", "a"].entries())
      await adapter.create("SpaceTemplate", { name: `t${index}`, labels: { team } });
  });

  test("get returns what the platform shows of one object", async () => {
    await adapter.merge("spacetemplates/t0", { spec: { displayName: "Theirs", future: { user: "admin" } } });
    const [found, same] = await both("getSpaceTemplate", { name: "t0" });
    const { uid } = adapter.stored("spacetemplates", "t0").metadata;
    expect(found).toMatchObject({ name: "t0", displayName: "Theirs", uid });
    // The owner label is not shown.
    expect(found.labels).toEqual({ team: "a" });
    expect(found).not.toHaveProperty("future");
    expect(JSON.parse(JSON.stringify(same))).toEqual(found);
  });

  test("get of an absent object is an error that names the place", async () => {
    const words = 'There is no SpaceTemplate "nowhere" on this platform';
    await expect(invoke("getSpaceTemplate", { name: "nowhere" })).rejects.toThrow(words);
    const failure: Error = await fromSdk("getSpaceTemplate", { name: "nowhere" }).catch((error) => error);
    expect(failure.message).toContain(words);
    // Printing the error shows its message only.
    expect([failure.stack, failure.cause]).toEqual([failure.message, undefined]);
  });

  test.each<[string, Wire, string]>([
    ["getSpaceTemplate", {}, 'property "name" is required'],
    ["getSpaceTemplate", { name: "a", labels: "b" }, 'property "labels" is not a property'],
    ["getSpaceTemplate", { name: ".." }, 'property "name" must consist of'],
    ["getVirtualCluster", { project: "we/b", name: "a" }, 'property "project" must consist of'],
    ["listSpaceTemplates", { limit: 0 }, 'property "limit" must be 1 or more'],
    ["getNothing", {}, "It has: getSpaceTemplate"],
  ])("%s of %j is refused before a request", async (name, args, words) => {
    await expect(invoke(name, args)).rejects.toThrow(words);
    if (name !== "getNothing") await expect(fromSdk(name, args)).rejects.toThrow(words);
    expect(adapter.platform.requests).toEqual([]);
  });

  test.each<[Wire, string[]]>([
    [{}, templates],
    [{ labelSelector: "team in (a),team!=b" }, ["t0", "t2", "t4"]],
    [{ labelSelector: "team=a", limit: 2 }, ["t0", "t2"]],
  ])("list with %j returns %j", async (args, names) => {
    for (const found of await both("listSpaceTemplates", args)) expect(namesIn(found)).toEqual(names);
  });

  test("an unknown argument makes all results unknown, and nothing is sent", async () => {
    const found = await invoke("getSpaceTemplate", { name: unknownOnWire });
    expect(new Set(Object.values(found))).toEqual(new Set([unknownOnWire]));
    expect(Object.keys(found)).toContain("displayName");
    const page = await adapter.driver.list("SpaceTemplate", { query: { labelSelector: unknownOnWire } });
    expect(page).toEqual({ ids: [], token: "", isComputed: true });
    expect(adapter.platform.requests).toEqual([]);
  });

  test("no lookup of a key returns a secret or a copy of one in annotations", async () => {
    const [{ key, ...inputs }] = fullInputs().OwnedAccessKey as [Wire];
    const kept = await adapter.create("OwnedAccessKey", { ...inputs, key, name: "full-key" });
    await adapter.merge("ownedaccesskeys/full-key", {
      metadata: { annotations: copiesIn(`{"spec":{"key":"${key}"}}`) },
    });
    const [got, listed] = [
      await both("getOwnedAccessKey", { name: kept.id }),
      await both("listOwnedAccessKeys", { user: inputs.user as string }),
    ];
    const answers = JSON.stringify([got, listed]);
    const { identity, oidcProvider, oidcLogin } = inputs as Record<string, Wire>;
    const texts = [key, identity?.connectorData, oidcProvider?.nonce, ...Object.values(oidcLogin ?? {})];
    for (const text of texts.filter((each) => typeof each === "string")) expect(answers).not.toContain(text);
    for (const name of Object.keys(copiesIn(""))) expect(answers).not.toContain(name);
    expect(got[0]).toMatchObject({ user: inputs.user, displayName: "Full key", disabled: true, active: false });
    await adapter.merge("ownedaccesskeys/full-key", { metadata: { finalizers: null } });
    await adapter.driver.delete("OwnedAccessKey", kept);
  });

  test("no lookup of a template returns the password of a chart", async () => {
    const [inputs] = fullInputs().SpaceTemplate as [Wire];
    const { ownerReferences: _o, finalizers: _f, ...unheld } = inputs;
    const kept = await adapter.create("SpaceTemplate", { ...unheld, name: "full-template" });
    const answers = [await both("getSpaceTemplate", { name: kept.id }), await both("listSpaceTemplates", {})];
    expect(JSON.stringify(answers)).not.toMatch(/-password-0123456789/);
    expect(answers[0]?.[0]).toMatchObject({
      template: { charts: [{ name: "ingress", username: "ci" }] },
      versions: [{ template: { charts: [{ name: "ingress" }] } }, { version: "2.0.0" }],
    });
    await adapter.driver.delete("SpaceTemplate", kept);
  });

  test("getVirtualCluster returns where an imported one runs", async () => {
    const source = { cluster: "c1", namespace: "vc", name: "looked-up" };
    const { id } = await adapter.create("VirtualClusterImport", { project: "web", sourceVirtualCluster: source });
    const [found] = await both("getVirtualCluster", { project: "web", name: "looked-up" });
    expect(found).toMatchObject({ project: "web", name: "looked-up", namespace: "p-web", source });
    const listed = async (query: Wire) => (await adapter.driver.list("VirtualClusterImport", { query })).ids;
    expect([await listed({}), await listed({ project: "web" }), await listed({ project: "other" })]).toEqual([
      [id],
      [id],
      [],
    ]);
    await expect(invoke("getVirtualCluster", { project: "web", name: "gone" })).rejects.toThrow(
      'There is no virtual cluster "gone" in project "web"',
    );
  });

  test("a platform without virtual clusters is an error of its own", async () => {
    const kind = "virtualclusterinstances";
    adapter.platform.faults.add({ method: "GET", kind, times: 9, action: { status: 405 } });
    const words = "This platform does not offer virtual clusters of projects";
    // A provider that has not listed any yet.
    const driver = await adapter.configured({});
    try {
      await expect(driver.invoke("getVirtualCluster", { project: "web", name: "a" })).rejects.toThrow(words);
      await expect(driver.list("VirtualClusterImport")).rejects.toThrow(words);
    } finally {
      await driver.close();
    }
  });

  test("a list has pages, and each page continues the last one", async () => {
    const ids: string[] = [];
    let token = "";
    do {
      const page = await adapter.driver.list("SpaceTemplate", { pageSize: 2, token });
      expect(page.ids.length).toBeLessThanOrEqual(2);
      ids.push(...page.ids);
      token = page.token;
    } while (token !== "");
    expect(ids).toEqual(templates);
    expect(adapter.sent()).toEqual(["GET 200", "GET 200", "GET 200"]);
    expect((await adapter.driver.list("SpaceTemplate", { limit: 3, pageSize: 4 })).ids).toEqual(["t0", "t1", "t2"]);
    expect((await adapter.driver.list("SpaceTemplate", { query: { labelSelector: "team=b" } })).ids).toEqual([
      "t1",
      "t3",
    ]);
  });

  describeLists(adapter, specResources);

  test("the error of a page quotes no secret of an earlier page or of the arguments", async () => {
    const value = "plainvaluewithnoshape12345";
    const items = [{ metadata: { name: "quoted" }, spec: { template: { charts: [{ name: "c", password: value }] } } }];
    const page = { kind: "SpaceTemplateList", metadata: { continue: "next" }, items };
    const status = { kind: "Status", code: 500, message: `cannot decode ${value}` };
    for (const call of [invoke, fromSdk]) {
      failGet({ status: 200, body: page });
      failGet({ status: 500, body: status });
      await expect(call("listSpaceTemplates", {})).rejects.toThrow("cannot decode [secret]");
    }
    const name = secretOnWire("very-s3cret-name");
    await expect(invoke("getSpaceTemplate", { name })).rejects.toThrow('SpaceTemplate "[secret]"');
  });

  test("an error of the platform is shown, as are a bad query and an unknown type", async () => {
    const get = () => invoke("getSpaceTemplate", { name: "t0" });
    for (const call of [() => adapter.driver.list("SpaceTemplate"), () => invoke("listSpaceTemplates", {}), get]) {
      failGet({ status: 403 }, "spacetemplates");
      await expect(call()).rejects.toThrow("403");
    }
    await expect(adapter.driver.list("SpaceTemplate", { query: { label: "a" } })).rejects.toThrow('property "label"');
    await expect(adapter.driver.list("Nothing")).rejects.toThrow("This provider has no resource type");
  });
});

onServers(startDriver, (adapter) => describeLists(adapter, productResources), [{ api: 4, omitEmpty: true }]);

function describeLists(adapter: AdapterUnderTest<PluginDriver>, some: readonly Resource[]): void {
  test.each(some.map(({ type }) => type))("every id in a list of %s can be imported", async (type) => {
    const [inputs] = fullInputs()[type] as [Wire];
    const { finalizers: _f, ownerReferences: _o, ...free } = inputs;
    const made = await adapter.create(type, { ...free, ...(type !== "VirtualClusterImport" && { name: "listed" }) });
    const query = { OwnedAccessKey: { user: inputs.user }, PlatformObject: { kind: inputs.kind } }[type] ?? {};
    const { ids } = await adapter.driver.list(type, { query });
    expect(ids).toContain(made.id);
    for (const id of ids) expect(await adapter.driver.import(type, id)).toMatchObject({ id });
    await adapter.driver.delete(type, made);
  });
}
