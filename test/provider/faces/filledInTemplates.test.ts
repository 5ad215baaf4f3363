import { onBothFaces, onBothServers } from "../../support/faceUnderTest";
import { createAsColleague } from "../../support/http";

/** No YAML before the platform has filled it in, and in two ways. */
const objects = [
  "{{- if .Values.quota }}",
  "apiVersion: v1",
  "kind: ResourceQuota",
  "metadata:",
  "  name: {{ .Values.name }}",
  "{{- end }}",
  "",
].join("\n");
const template = { objects };

onBothFaces((face) => {
  const declared = { name: "own", template };

  test("a template with actions of Go's templates is taken in Check without a word, and sent byte for byte", async () => {
    expect((await face.driver.check("SpaceTemplate", declared)).failures).toEqual([]);
    await face.create("SpaceTemplate", declared);
    expect(face.stored("spacetemplates", "own").spec).toEqual({ template });
  });

  test("an action that somebody changed is drift, also where it stands in a comment", async () => {
    const own = "apiVersion: v1\nkind: A\n# {{ if .Values.a }}\nspec: 1\n# {{ end }}\n";
    const kept = await face.create("SpaceTemplate", { name: "edited", template: { objects: own } });
    const theirs = own.replace(".a", ".b");
    await face.merge("spacetemplates/edited", { spec: { template: { objects: theirs } } });
    const read = await face.driver.read("SpaceTemplate", kept);
    expect(read?.inputs).toMatchObject({ template: { objects: theirs } });
    expect((await face.driver.diff("SpaceTemplate", { ...kept, ...read }, kept.inputs)).changes).toBe(true);
  });
});

// Pulumi imports resources of plugins only.
onBothServers((face) => {
  test("a template with such actions that others have made can be declared as it is read, and shows no change", async () => {
    const spec = { displayName: "Theirs", template, parameters: [{ variable: "quota" }] };
    await createAsColleague(face.platform, "spacetemplates", {
      kind: "SpaceTemplate",
      metadata: { name: "theirs" },
      spec,
    });
    const read = await face.driver.read("SpaceTemplate", { id: "theirs", inputs: {}, state: {} });
    if (!read) throw new Error("It is not there");
    expect(read.inputs).toMatchObject({ template });
    expect((await face.driver.check("SpaceTemplate", read.inputs)).failures).toEqual([]);
    const { changes } = await face.driver.diff("SpaceTemplate", read, read.inputs);
    expect(changes).toBe(false);
    expect(face.stored("spacetemplates", "theirs").spec).toEqual(spec);
  });
});
