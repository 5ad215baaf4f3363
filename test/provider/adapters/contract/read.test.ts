import { onBothAdapters } from "../../../support/adapterUnderTest";
import { expectDiff, refreshed } from "../../../support/contract";

const type = "SpaceTemplate";
const numbered = (id: string, more = "") => `apiVersion: v1\nkind: Thing\nspec:\n  id: ${id}\n${more}`;

/** A template that is YAML only after the platform has rendered it. */
const goTemplate = `{{- if .Values.quota }}
apiVersion: v1
kind: ResourceQuota
metadata:
  name: {{ .Values.name }}
{{- end }}
`;

onBothAdapters((adapter) => {
  test("a read after a write shows no change, also of empty values", async () => {
    const metadata = { labels: { a: "" } };
    const inputs = { displayName: "", access: [{ users: ["*"], verbs: [] }], labels: {} };
    const kept = await adapter.create(type, { ...inputs, template: { metadata, objects: "" } });
    const read = await refreshed(adapter, type, kept);
    expect(read.inputs).toEqual(kept.inputs);
    await expectDiff(adapter.driver, type, read, kept.inputs, []);
  });

  test("additions by others are no change", async () => {
    const kept = await adapter.create(type, { name: "noise", labels: { mine: "1" }, description: "d" });
    await adapter.merge("spacetemplates/noise", {
      metadata: { labels: { theirs: "2" }, annotations: { note: "x" }, finalizers: ["x.test/a"] },
      spec: { future: { user: "u" }, parameters: [{ variable: "v" }], access: [{ users: ["*"] }] },
    });
    expect((await refreshed(adapter, type, kept)).inputs).toEqual(kept.inputs);
    await adapter.merge("spacetemplates/noise", { metadata: { finalizers: null } });
  });

  test("empty members of extraSpec that a server drops are no change, others are", async () => {
    const extraSpec = { flag: false, none: {}, future: { team: "ours", user: "" }, size: "s" };
    const kept = await adapter.create(type, { name: "extra", extraSpec });
    await adapter.merge("spacetemplates/extra", { spec: { flag: null, none: null, future: { user: null } } });
    expect((await refreshed(adapter, type, kept)).inputs).toEqual(kept.inputs);
    await adapter.merge("spacetemplates/extra", { spec: { flag: true, size: null } });
    const { inputs } = await refreshed(adapter, type, kept);
    expect(inputs.extraSpec).toEqual({ flag: true, none: {}, future: { team: "ours", user: "" } });
  });

  test("a change of a declared field by another client is drift, and an update repairs it", async () => {
    const kept = await adapter.create(type, { name: "drift", displayName: "ours", labels: { a: "1", b: "2" } });
    const labels = { a: "9", b: null };
    await adapter.merge("spacetemplates/drift", { metadata: { labels }, spec: { displayName: "theirs" } });
    const drifted = await refreshed(adapter, type, kept);
    expect(drifted.inputs).toMatchObject({ displayName: "theirs", labels: { a: "9" } });
    const changes = ["displayName: update", "labels.a: update", "labels.b: add"];
    await expectDiff(adapter.driver, type, drifted, kept.inputs, changes);
    const repaired = await adapter.driver.update(type, drifted, kept.inputs);
    expect(repaired.state).toMatchObject({ displayName: "ours", labels: { a: "1", b: "2" } });
  });

  test("a change of a number with more digits than a double in a manifest is a change, drift and a conflict", async () => {
    const [name, ours, theirs] = ["number", "9007199254740993", "9007199254740992"];
    const template = { objects: numbered(theirs) };
    const kept = await adapter.create(type, { name, template: { objects: numbered(ours) } });
    await expectDiff(adapter.driver, type, kept, { ...kept.inputs, template }, ["template.objects: update"]);
    await adapter.merge(`spacetemplates/${name}`, { spec: { template } });
    expect((await refreshed(adapter, type, kept)).inputs.template).toEqual(template);
    const more = { ...kept.inputs, template: { objects: numbered(ours, "---\napiVersion: v1\nkind: More\n") } };
    await expect(adapter.driver.update(type, kept, more)).rejects.toThrow("template.objects was changed");
    expect(adapter.stored("spacetemplates", name).spec.template).toMatchObject(template);
  });

  test("a template with Go actions is sent byte for byte, and a changed action is drift", async () => {
    const kept = await adapter.create(type, { name: "own", template: { objects: goTemplate } });
    expect(adapter.stored("spacetemplates", "own").spec).toEqual({ template: { objects: goTemplate } });
    const template = { objects: goTemplate.replace(".name", ".other") };
    await adapter.merge("spacetemplates/own", { spec: { template } });
    const drifted = await refreshed(adapter, type, kept);
    expect(drifted.inputs).toMatchObject({ template });
    await expectDiff(adapter.driver, type, drifted, kept.inputs, ["template.objects: update"]);
  });
});
