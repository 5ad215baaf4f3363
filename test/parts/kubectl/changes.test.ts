import { testWith } from "../../support/needs";
import { useKubectl } from "./support/kubectl";
import { everyKind, template } from "./support/manifests";

const rule = testWith("kubectl");
const dev = "spacetemplate.management.loft.sh/dev";

describe("on a server of custom resources", () => {
  const kubectl = useKubectl();
  const templates = (...all: string[]) => all.map((name) => template(name, name)).join("---\n");

  rule("patch merges a change or plays a JSON Patch", async () => {
    await kubectl.ok("create -f -", template("dev", "One"));
    const merge = JSON.stringify({ spec: { description: "merged", access: null } });
    expect(await kubectl.ok(`patch spacetemplate dev --type=merge -p ${merge}`)).toBe(`${dev} patched\n`);
    expect(kubectl.dev()?.spec).toEqual({ displayName: "One", description: "merged" });
    const steps = JSON.stringify([
      { op: "test", path: "/spec/displayName", value: "One" },
      { op: "replace", path: "/spec/displayName", value: "Two" },
      { op: "remove", path: "/spec/description" },
    ]);
    expect(await kubectl.ok(`patch spacetemplate dev --type=json -p ${steps}`)).toBe(`${dev} patched\n`);
    expect(kubectl.dev()?.spec).toEqual({ displayName: "Two" });
    expect(await kubectl.fails(`patch spacetemplate dev --type=json -p ${steps}`)).toBe(
      "The request is invalid: the server rejected our request due to an error in our request\n",
    );
    expect(await kubectl.ok(`patch spacetemplate dev --type=merge -p {"spec":{"displayName":"Two"}}`)).toBe(
      `${dev} patched (no change)\n`,
    );
    expect(kubectl.dev()?.metadata.generation).toBe(3);
  });

  rule("a strategic merge patch is not supported", async () => {
    await kubectl.ok("create -f -", template("dev", "One"));
    expect(await kubectl.fails('patch spacetemplate dev -p {"spec":{}}')).toBe(
      "error: application/strategic-merge-patch+json is not supported by management.loft.sh/v1, Kind=SpaceTemplate: " +
        "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, " +
        "application/merge-patch+json, application/apply-patch+yaml\n",
    );
  });

  rule("label, annotate, patch and edit each have their own entry in managedFields", async () => {
    await kubectl.ok("create -f -", template("dev", "One"));
    expect(await kubectl.ok("label spacetemplate dev tier=gold team-")).toBe(`${dev} labeled\n`);
    expect(await kubectl.ok("annotate spacetemplate dev x.test/note=hello")).toBe(`${dev} annotated\n`);
    expect(await kubectl.fails("label spacetemplate dev tier=silver")).toBe(
      "error: 'tier' already has a value (gold), and --overwrite is false\n",
    );
    expect(await kubectl.ok("label --overwrite spacetemplate dev tier=silver")).toBe(`${dev} labeled\n`);
    expect(kubectl.dev()?.metadata).toMatchObject({ generation: 1, annotations: { "x.test/note": "hello" } });
    expect(kubectl.dev()?.metadata).toHaveProperty("labels", { tier: "silver" });
    await kubectl.ok('patch spacetemplate dev --type=merge -p {"spec":{"description":"d"}}');
    kubectl.editWith("s/displayName: One/displayName: Two/");
    await kubectl.ok("edit spacetemplate dev");
    const verbs = ["annotate", "create", "edit", "label", "patch"];
    expect(kubectl.managers()).toEqual(verbs.map((verb) => `kubectl-${verb} Update`));
    expect(kubectl.dev()?.metadata.managedFields).toContainEqual(
      expect.objectContaining({ manager: "kubectl-edit", fieldsV1: { "f:spec": { "f:displayName": {} } } }),
    );
  });

  rule("edit sends the change of the editor, and nothing without a change", async () => {
    await kubectl.ok("create -f -", everyKind("One"));
    kubectl.editWith("s/displayName: One/displayName: Edited/");
    expect(await kubectl.ok("edit spacetemplate dev")).toBe(`${dev} edited\n`);
    expect(kubectl.dev()?.spec.displayName).toBe("Edited");
    expect(await kubectl.ok("edit virtualclusterinstance vc -n p-web")).toBe(
      "virtualclusterinstance.management.loft.sh/vc edited\n",
    );
    expect(kubectl.stored("virtualclusterinstances", "vc", "p-web")?.spec.displayName).toBe("Edited");
    const writes = kubectl.writes().length;
    const { exitCode, stdout, stderr } = await kubectl.run("edit spacetemplate dev");
    expect([exitCode, stdout, stderr]).toEqual([0, "", "Edit cancelled, no changes made.\n"]);
    expect(kubectl.writes()).toHaveLength(writes);
  });

  rule("delete removes objects of each kind", async () => {
    await kubectl.ok("create -f -", everyKind("One"));
    // Newer versions of kubectl add the namespace.
    const output = (await kubectl.ok("delete -f -", everyKind("One"))).replaceAll(" from p-web namespace", "");
    expect(output).toBe(
      'project.management.loft.sh "shop" deleted\nspacetemplate.management.loft.sh "dev" deleted\n' +
        'ownedaccesskey.management.loft.sh "ci" deleted\nvirtualclusterinstance.management.loft.sh "vc" deleted\n',
    );
    const plurals = ["projects", "spacetemplates", "ownedaccesskeys", "virtualclusterinstances"];
    expect(plurals.map((plural) => kubectl.names(plural))).toEqual([["web"], [], [], []]);
    expect(await kubectl.fails("delete spacetemplate dev")).toBe(
      'Error from server (NotFound): spacetemplates.management.loft.sh "dev" not found\n',
    );
    expect(await kubectl.ok("delete spacetemplate dev --ignore-not-found")).toBe("");
  });

  rule("delete of a selection or of all removes only these, and a dry run removes nothing", async () => {
    const deleted = (name: string, how = "") => `spacetemplate.management.loft.sh "${name}" deleted${how}\n`;
    await kubectl.ok("create -f -", templates("a", "b", "c", "d"));
    await kubectl.ok("label spacetemplates b c tier=gold");
    expect(await kubectl.ok("delete spacetemplates -l tier=gold")).toBe(deleted("b") + deleted("c"));
    expect(await kubectl.ok("delete spacetemplate a --dry-run=server")).toBe(deleted("a", " (server dry run)"));
    expect(kubectl.names("spacetemplates")).toEqual(["a", "d"]);
    await kubectl.ok("delete spacetemplates --all");
    expect(kubectl.names("spacetemplates")).toEqual([]);
    expect(kubectl.names("projects")).toEqual(["web"]);
  });
});

describe("on a server of Go types", () => {
  const kubectl = useKubectl({ omitEmpty: true });

  rule("patch merges strategically", async () => {
    await kubectl.ok("create -f -", template("dev", "One", "  finalizers: [x.test/a]\n"));
    const patch = JSON.stringify({ metadata: { finalizers: ["x.test/b"] } });
    expect(await kubectl.ok(`patch spacetemplate dev -p ${patch}`)).toBe(`${dev} patched\n`);
    expect(kubectl.dev()?.metadata).toMatchObject({ finalizers: ["x.test/a", "x.test/b"] });
  });

  rule("a wrong type is reported in the words of the decoder", async () => {
    expect(await kubectl.fails("create --dry-run=server -f -", template("dev", "7"))).toBe(
      'Error from server (BadRequest): error when creating "STDIN": SpaceTemplate in version "v1" cannot be handled as ' +
        "a SpaceTemplate: json: cannot unmarshal number into Go struct field SpaceTemplateSpec.spec.displayName of type string\n",
    );
  });
});
