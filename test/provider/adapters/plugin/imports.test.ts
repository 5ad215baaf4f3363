import type { AdapterUnderTest } from "../../../support/adapterUnderTest";
import { onPlugin, onServers } from "../../../support/adapterUnderTest";
import { copiesIn } from "../../../support/copiesIn";
import { createAsColleague } from "../../../support/http";
import { importInputs, placeVirtualCluster } from "../../../support/importInputs";
import { type PluginDriver, secretOnWire, startDriver } from "../../../support/pluginDriver";
import { pluginWithEngine } from "../../../support/pluginWithEngine";

const [templates, keys, imports] = ["SpaceTemplate", "OwnedAccessKey", "VirtualClusterImport"];

const badName = "the id is the object's name, which must consist of lowercase letters, digits, '-' and '.'";
const longName = "the id is the object's name, which must be no more than 253 characters";
const badForm = 'the id must have the form <project>/<name of the virtual cluster>, such as "web/team"';
const project = "the project, before the slash, must";
const badProject = `${project} consist of lowercase letters, digits and '-'`;
const cluster = "the name of the virtual cluster, behind the slash, must";
const badCluster = `${cluster} consist of lowercase letters, digits, '-' and '.'`;

const badIds: readonly (readonly [string, string, string])[] = [
  ...["", "a\nb", "\u001b[31m", "\ud800", "..", "a/b", "a%2fb", "Upper", "a?b", "-a"].map(
    (id) => [templates, id, badName] as const,
  ),
  [keys, "spacetemplates/dev", badName],
  [templates, "x".repeat(254), longName],
  ...["", "team", "web/", "/team", "a/web/team"].map((id) => [imports, id, badForm] as const),
  ...["../team", "%2e/team", "p.web/team"].map((id) => [imports, id, badProject] as const),
  ...["web/..", "web/Team", "web/\u0007"].map((id) => [imports, id, badCluster] as const),
  [imports, `${"w".repeat(64)}/team`, `${project} be no more than 63 characters`],
  [imports, `web/${"t".repeat(254)}`, `${cluster} be no more than 253 characters`],
];

const plurals: Record<string, string> = {
  SpaceTemplate: "spacetemplates.management.loft.sh",
  OwnedAccessKey: "ownedaccesskeys.management.loft.sh",
  VirtualClusterImport: "virtualclusterinstances.management.loft.sh",
};

const goTemplate = "{{- if .Values.q }}\napiVersion: v1\nkind: A\nmetadata:\n  name: {{ .Values.name }}\n{{- end }}\n";

const importedBy = (driver: PluginDriver) => async (type: string, id: string) => {
  const read = await driver.import(type, id);
  if (!read) throw new Error("It is not there");
  return read;
};

describe("a resource that a program only reads", () => {
  onPlugin((adapter) => {
    test.each([templates, keys, imports])("has no inputs after a refresh either: %s", async (type) => {
      const declared =
        type === imports ? importInputs("only-read") : { name: "only-read", displayName: "a", labels: { a: "1" } };
      const { id } = await adapter.create(type, type === keys ? { ...declared, user: "ci" } : declared);
      const { state } = await importedBy(adapter.driver)(type, id);
      const refreshed = await adapter.driver.read(type, { id, inputs: {}, state });
      expect(refreshed).toMatchObject({ id, state });
      expect(refreshed?.inputs).toEqual({});
    });
  });
});

describe("an id", () => {
  onPlugin((adapter) => {
    const given = pluginWithEngine(adapter);
    const imported = (type: string, id: string) => given.driver.import(type, id);

    test.each(badIds)("is refused before a request, with a remedy: %s %j", async (type, id, reason) => {
      const { message } = await imported(type, id).then(
        () => new Error("It was imported"),
        (error: Error) => error,
      );
      expect(message).toContain(`Cannot import ${type} "`);
      expect(message).toContain(reason);
      expect(message).toContain(`See which there are: kubectl get ${plurals[type]}`);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about these.
      expect(message).not.toMatch(/[\u0000-\u001f]/);
      expect(message.length).toBeLessThan(600);
      expect(adapter.platform.requests).toEqual([]);
    });

    test.each([
      ["SpaceTemplate", "nope", ""],
      ["VirtualClusterImport", "web/nope", " --namespace p-web"],
      ["VirtualClusterImport", "nope/team", " --namespace p-nope"],
    ])("of an absent object is no resource, and a warning has a remedy: %s %s", async (type, id, namespace) => {
      given.engine.messages.length = 0;
      expect(await imported(type, id)).toBeUndefined();
      await given.engine.received(`There is no ${type} "${id}" on the platform at ${adapter.platform.baseUrl}`);
      const look = `kubectl get ${plurals[type]}${namespace}`;
      await given.engine.received(`Check the type, the id and vcluster-platform:baseUrl; see which there are: ${look}`);
    });

    test("of a virtual cluster is refused where the platform shows none", async () => {
      adapter.platform.faults.add({ verb: "get", times: 9, action: { status: 404, body: "404 page not found\n" } });
      await expect(imported(imports, "web/team")).rejects.toThrow(
        /^2 UNKNOWN: Cannot import VirtualClusterImport "web\/team": this platform does not show .* Declare it in the program instead/,
      );
    });

    test("of a virtual cluster is refused where its source is not shown", async () => {
      placeVirtualCluster(adapter, "bare", undefined);
      await expect(imported(imports, "web/bare")).rejects.toThrow("does not show where the virtual cluster runs");
    });

    test("is an error where the platform forbids the read", async () => {
      adapter.platform.faults.add({ verb: "get", times: 9, action: { status: 403 } });
      await expect(imported(templates, "dev")).rejects.toThrow("403");
      await expect(imported(imports, "web/team")).rejects.toThrow("403");
    });
  });
});

onPlugin((adapter) => {
  const imported = (type: string, id: string) => importedBy(adapter.driver)(type, id);

  test("an import of a virtual cluster has project and source, in inputs and state", async () => {
    const sourceVirtualCluster = { cluster: "c1", namespace: "vc-ns", name: "vc1" };
    await adapter.create(imports, { project: "web", sourceVirtualCluster });
    const read = await imported(imports, "web/vc1");
    expect(read.inputs).toEqual({ project: "web", sourceVirtualCluster });
    expect(read.state).toMatchObject({ project: "web", sourceVirtualCluster, virtualCluster: "vc1" });
  });

  test("a foreign template with Go actions can be declared as it is read", async () => {
    const template = { objects: goTemplate };
    const spec = { displayName: "Theirs", template, parameters: [{ variable: "quota" }] };
    await createAsColleague(adapter.platform, "spacetemplates", {
      kind: templates,
      metadata: { name: "theirs" },
      spec,
    });
    const read = await imported(templates, "theirs");
    expect(read.inputs).toMatchObject({ template });
    expect((await adapter.driver.check(templates, read.inputs)).failures).toEqual([]);
    expect((await adapter.driver.diff(templates, read, read.inputs)).changes).toBe(false);
    expect(adapter.stored("spacetemplates", "theirs").spec).toEqual(spec);
  });

  test("fields that a program cannot declare are left out", async () => {
    await adapter.create(templates, { name: "wider", access: [{ users: ["*"] }] });
    const access = [{ users: ["*"], future: ["x"] }];
    const spec = { access, template: { later: [{ name: "c" }] }, more: { user: "u" } };
    await adapter.merge("spacetemplates/wider", { spec });
    const { inputs } = await imported(templates, "wider");
    expect(inputs).toMatchObject({ name: "wider", access: [{ users: ["*"] }] });
    expect((await adapter.driver.check(templates, inputs)).failures).toEqual([]);
    expect(JSON.stringify(inputs)).not.toMatch(/future|later|more/);
  });

  test("the inputs have spec, labels and annotations, but no secret and no mark of a create", async () => {
    const kept = await adapter.create(keys, { name: "imported", user: "ci", labels: { a: "b" }, ttl: 60 });
    const read = await imported(keys, "imported");
    expect(read.inputs).toEqual({ name: "imported", user: "ci", labels: { a: "b" }, ttl: 60 });
    expect(read.state.key).toEqual(kept.state.key);
    expect((await adapter.driver.diff(keys, { ...kept, ...read }, read.inputs)).changes).toBe(false);
  });

  test("the password of a chart stays an output, also after drift, and an update keeps it", async () => {
    const chart = { name: "c", repoURL: "https://charts.example.test", password: "chart-password-0123456789" };
    const spec = { template: { charts: [chart] } };
    await createAsColleague(adapter.platform, "spacetemplates", {
      kind: templates,
      metadata: { name: "charted" },
      spec,
    });
    const read = await imported(templates, "charted");
    const { password, ...shown } = chart;
    expect(read.inputs).toEqual({ name: "charted", template: { charts: [shown] } });
    expect(read.state.template).toEqual({ charts: [{ ...shown, password: secretOnWire(password) }] });
    await adapter.merge("spacetemplates/charted", { spec: { template: { charts: [{ ...chart, version: "2" }] } } });
    const drifted = await adapter.driver.read(templates, read);
    expect(drifted?.inputs.template).toEqual({ charts: [{ ...shown, version: "2" }] });
    const wanted = { name: "charted", template: { charts: [{ ...shown, version: "1" }] } };
    await adapter.driver.update(templates, { ...read, ...drifted }, wanted);
    expect(adapter.stored("spacetemplates", "charted").spec.template).toEqual({ charts: [{ ...chart, version: "1" }] });
  });

  test("an infinite ttl is imported as none", async () => {
    const key = { kind: keys, metadata: { name: "endless" }, spec: { user: "ci", ttl: -1 } };
    await createAsColleague(adapter.platform, "ownedaccesskeys", key);
    const kept = await imported(keys, "endless");
    const { inputs, failures } = await adapter.driver.check(keys, kept.inputs, kept.inputs);
    expect(failures).toEqual([]);
    expect(inputs).not.toHaveProperty("ttl");
    expect((await adapter.driver.diff(keys, kept, inputs)).changes).toBe(false);
    expect((await adapter.driver.diff(keys, kept, { ...inputs, ttl: 60 })).changes).toBe(true);
  });
});

describe("an imported key", () => {
  const value = "imported-key-0123456789";
  const warning = "does not show the key's value";
  const copies = copiesIn(value);
  // If the platform hides the key, only the names of the tools' annotations reveal a copy of it.
  const copiesOfTools = Object.fromEntries(Object.entries(copies).filter(([name]) => !name.startsWith("people")));

  const testWhere = (hideKeys: boolean) => (adapter: AdapterUnderTest<PluginDriver>) => {
    const given = pluginWithEngine(adapter);
    const warnings = () => given.engine.messages.filter((message) => message.includes(warning));
    const imported = () => importedBy(given.driver)(keys, "old");

    beforeAll(() => {
      const annotations = { ...(hideKeys ? copiesOfTools : copies), note: "n" };
      const labels = { ...(!hideKeys && { quotes: value }), team: "web" };
      const spec = { user: "ci", key: value, ttl: 3600 };
      const metadata = { name: "old", annotations, labels };
      return createAsColleague(adapter.platform, "ownedaccesskeys", { kind: keys, metadata, spec });
    });

    test("has its value as an output, or a warning where the platform hides it", async () => {
      given.engine.messages.length = 0;
      const { inputs, state } = await imported();
      const [annotations, labels] = [{ note: "n" }, { team: "web" }];
      expect(inputs).toEqual({ name: "old", annotations, labels, user: "ci", ttl: 3600 });
      expect(state.key).toEqual(hideKeys ? undefined : secretOnWire(value));
      expect(JSON.stringify([inputs, { ...state, key: "" }])).not.toContain(value);
      if (hideKeys) await given.engine.received(warning);
      else expect(warnings()).toEqual([]);
    });

    test("is no change for a program that declares it, and a refresh repeats no warning", async () => {
      const kept = await imported();
      expect((await given.driver.diff(keys, kept, kept.inputs)).changes).toBe(false);
      given.engine.messages.length = 0;
      const read = { ...kept, ...(await given.driver.read(keys, kept)) };
      expect((await given.driver.diff(keys, read, kept.inputs)).changes).toBe(false);
      expect(warnings()).toEqual([]);
    });

    test("is replaced on request only", async () => {
      const kept = await imported();
      const diff = async (news: object) => (await given.driver.diff(keys, kept, { ...kept.inputs, ...news })).detailed;
      const asked = await diff({ rotationTriggers: { because: "its value is not known" } });
      expect(asked).toEqual(["rotationTriggers.because: add-replace"]);
      expect(await diff({ description: "Imported" })).toEqual(["description: add"]);
    });
  };

  onServers(startDriver, testWhere(false), [{ hideKeys: false }]);
  onServers(startDriver, testWhere(true), [{ hideKeys: true }]);
});
