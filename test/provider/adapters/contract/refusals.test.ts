import { onBothAdapters } from "../../../support/adapterUnderTest";
import { failureOf } from "../../../support/contract";
import { invalidAnswer, type WireCause } from "../../../support/invalidAnswer";
import { secretOnWire, type Wire } from "../../../support/pluginDriver";

const [templates, keys, imports] = ["SpaceTemplate", "OwnedAccessKey", "VirtualClusterImport"];
const invalid = (...causes: WireCause[]) => invalidAnswer("it is invalid", causes);

const template = {
  name: "refused",
  displayName: "a",
  labels: { "a.b/c": "1" },
  access: [{ users: ["x"], verbs: ["get"] }],
  template: { metadata: { labels: { "a.b/c": "1" } }, objects: "" },
  extraSpec: { future: { team: "t" } },
};
const key = { name: "refused", scope: { allowCli: true, projects: [{ project: "web" }] } };
const source = { cluster: "c1", namespace: "ns", name: "vc" };
const request = { project: "web", sourceVirtualCluster: source, labels: { a: "1" } };
const sourceName =
  'Cannot create VirtualClusterImport "web/vc": the platform refuses property "sourceVirtualCluster.name"';

/** The field that a server names, and the words for it in the error. */
const fields: [type: string, inputs: Wire, field: string, words: string][] = [
  [templates, template, "spec.template.metadata.labels.a.b/c", 'property "template.metadata.labels["a.b/c"]"'],
  [templates, template, "spec.future.team", 'property "extraSpec.future.team"'],
  [keys, key, "spec.scope.allowLoftCli", 'property "scope.allowCli"'],
  [imports, request, "sourceVirtualCluster.name", sourceName],
];

const objects = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  password: hunter22\n";
const manifest = { template: { objects: secretOnWire(objects) } };

/** Inputs with a secret, and the field of it that a server names. */
const secrets: [type: string, inputs: Wire, field: string][] = [
  [templates, manifest, "spec.template.objects"],
  [imports, { ...request, labels: { a: secretOnWire("hunter22") } }, "metadata.labels.a"],
];

onBothAdapters((adapter) => {
  test("no words of a server are a command of a pipeline", async () => {
    const words = "##vso[task.setvariable variable=x]y ##[error]z\n::error::forged\n  ::add-mask::a";
    const action = invalidAnswer(words);
    adapter.platform.faults.add({ method: "POST", kind: templates, times: 1, action });
    const message = await failureOf(adapter.driver.create(templates, { name: "commands" }));
    expect(message).toContain("forged");
    expect(message).not.toMatch(/##[\w.]*\[|^\s*::/m);
  });

  const refusalOf = async (type: string, inputs: Wire, ...causes: WireCause[]) => {
    const kind = type === imports ? "ProjectImportVirtualCluster" : type;
    adapter.platform.faults.add({ method: "POST", kind, times: 1, action: invalid(...causes) });
    return failureOf(adapter.create(type, type === imports ? inputs : { name: "refused", ...inputs }));
  };

  test.each(fields)("a refusal names the property: %s %j %s", async (type, inputs, field, words) => {
    expect(await refusalOf(type, inputs, { field, message: "no" })).toContain(`${words}: no`);
  });

  test("a refusal of an update names the property", async () => {
    const kept = await adapter.create(templates, { name: "updated", displayName: "a" });
    // The first patch is sent without a read.
    const action = invalid({ field: "spec.displayName", message: "no" });
    adapter.platform.faults.add({ method: "PATCH", name: "updated", times: 2, action });
    const message = await failureOf(adapter.driver.update(templates, kept, { ...kept.inputs, displayName: "b" }));
    const words = 'Cannot update SpaceTemplate "updated": the platform refuses property "displayName": no';
    expect(message).toContain(words);
  });

  test.each(secrets)("a refusal quotes no secret: %s %j %s", async (type, inputs, field) => {
    const message = await refusalOf(type, inputs, { field, message: 'Invalid value: "hunter22": too weak' });
    expect(message).toContain("the reason is not shown, because it may quote a secret.");
    expect(message).not.toContain("hunter22");
  });

  test("a create that only the platform can refuse leaves nothing behind", async () => {
    // As many bytes as Check allows; the annotation of the create exceeds the platform's limit.
    const annotations = { "x.test/a": "x".repeat(256 * 1024 - "x.test/a".length) };
    await expect(adapter.create(templates, { name: "long", annotations })).rejects.toThrow(
      /Cannot create SpaceTemplate "long": the platform refuses property "annotations": Too long/,
    );
    expect(adapter.platform.store.get("spacetemplates", "long")).toBeUndefined();
  });

  test("a key that was rotated outside since the last read is masked", async () => {
    const message = "map[spec:map[displayName:x key:rotated-canary-0123456789 user:ci]] bad";
    const kept = await adapter.create(keys, { name: "rotated", user: "ci" });
    await adapter.merge("ownedaccesskeys/rotated", { spec: { key: "rotated-canary-0123456789" } });
    adapter.platform.faults.add({ method: "PATCH", name: "rotated", times: 1, action: invalidAnswer(message, []) });
    const words = await failureOf(adapter.driver.update(keys, kept, { ...kept.inputs, displayName: "x" }));
    expect(words).toContain("[secret]");
    expect(words).not.toContain("rotated-canary");
    await adapter.driver.delete(keys, kept);
  });
});
