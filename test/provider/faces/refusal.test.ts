import { onBothFaces } from "../../support/faceUnderTest";
import { invalidAnswer } from "../../support/invalidAnswer";
import type { Wire } from "../../support/pluginDriver";

const invalid = (kind: string, ...causes: [field: string, message: string][]) =>
  invalidAnswer(
    `${kind} is invalid`,
    causes.map(([field, message]) => ({ field, message, reason: "FieldValueInvalid" })),
  );

const template = {
  name: "refused",
  displayName: "a",
  labels: { "a.b/c": "1" },
  access: [{ users: ["x"], verbs: ["get"] }],
  template: { metadata: { labels: { "a.b/c": "1" } }, objects: "" },
  extraSpec: { owner: { team: "t" } },
};
const key = { name: "refused", scope: { allowCli: true, projects: [{ project: "web" }] } };
const source = { cluster: "c1", namespace: "ns", name: "vc" };
const request = { project: "web", sourceVirtualCluster: source, labels: { a: "1" } };

/** The field that a server names, and the words for it in the error. */
const rows: [type: string, inputs: Wire, field: string, words: string][] = [
  ["SpaceTemplate", template, "spec.displayName", 'property "displayName": no'],
  ["SpaceTemplate", template, "spec.access[0].users[0]", 'property "access[0].users[0]": no'],
  ["SpaceTemplate", template, "spec.access[0].verbs", 'property "access[0].verbs": no'],
  [
    "SpaceTemplate",
    template,
    "spec.template.metadata.labels.a.b/c",
    'property "template.metadata.labels["a.b/c"]": no',
  ],
  ["SpaceTemplate", template, "spec.description", 'property "description": no'],
  ["SpaceTemplate", template, "spec.owner.team", 'property "extraSpec.owner.team": no'],
  ["SpaceTemplate", template, "spec.versions", 'field "spec.versions": no'],
  ["SpaceTemplate", template, "metadata.name", 'property "name": no'],
  ["SpaceTemplate", template, "metadata.labels[a.b/c]", 'property "labels["a.b/c"]": no'],
  ["SpaceTemplate", template, "metadata.ownerReferences.uid", 'property "ownerReferences.uid": no'],
  ["SpaceTemplate", template, "metadata.managedFields", 'field "metadata.managedFields": no'],
  ["SpaceTemplate", template, "", "the platform refuses no."],
  ["OwnedAccessKey", key, "spec.scope.allowLoftCli", 'property "scope.allowCli": no'],
  ["OwnedAccessKey", key, "spec.scope.projects[0].project", 'property "scope.projects[0].project": no'],
  [
    "VirtualClusterImport",
    request,
    "sourceVirtualCluster.name",
    'Cannot create VirtualClusterImport "web/vc": the platform refuses property "sourceVirtualCluster.name": no',
  ],
  ["VirtualClusterImport", request, "metadata.labels.a", 'property "labels.a": no'],
];

onBothFaces((face) => {
  const titled = rows.map(([type, inputs, field, words]) => ({ type, inputs, field, words }));
  test.each(titled)("$type: what is wrong with $field is said of the program's property", async (row) => {
    const { type, inputs, field, words } = row;
    const kind = type === "VirtualClusterImport" ? "ProjectImportVirtualCluster" : type;
    face.platform.faults.add({ method: "POST", kind, times: 1, action: invalid(type, [field, "no"]) });
    await expect(face.create(type, inputs)).rejects.toThrow(words);
  });

  test("so does an update, once for each property, and nothing is written", async () => {
    const kept = await face.create("SpaceTemplate", { ...template, name: "kept" });
    const causes = [
      ["spec.displayName", "no"],
      ["spec.displayName", "no"],
      ["metadata.labels", "bad"],
    ] as [string, string][];
    const action = { ...invalid("it", ...causes), status: 400 };
    face.platform.faults.add({ method: "PATCH", kind: "spacetemplates", times: 1, action });
    const update = face.driver.update("SpaceTemplate", kept, { ...kept.inputs, displayName: "b" });
    await expect(update).rejects.toThrow(
      'Cannot update SpaceTemplate "kept": the platform refuses property "displayName": no; property "labels": bad. Correct it',
    );
    expect(face.stored("spacetemplates", "kept").spec.displayName).toBe("a");
  });

  test("what only the platform checks is named too, and the create leaves nothing behind", async () => {
    // As many bytes as Check lets through; the annotation that each create adds is what the platform finds too much.
    const key = "x.test/a";
    const annotations = { [key]: "x".repeat(256 * 1024 - key.length) };
    await expect(face.create("SpaceTemplate", { name: "long", annotations })).rejects.toThrow(
      /Cannot create SpaceTemplate "long": the platform refuses property "annotations": Too long/,
    );
    expect(face.platform.store.get("spacetemplates", "long")).toBeUndefined();
  });

  test("a secret that the server quotes stays masked", async () => {
    const action = invalid("it", ["spec.key", 'Invalid value: "canary-key-0123456789": no']);
    face.platform.faults.add({ method: "POST", kind: "ownedaccesskeys", times: 1, action });
    const create = face.create("OwnedAccessKey", { name: "quoted", key: "canary-key-0123456789" });
    await expect(create).rejects.toThrow('property "key": Invalid value: "[secret]": no');
  });
});
