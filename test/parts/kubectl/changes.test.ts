import { everyKind, template } from "./support/manifests";
import { testWith } from "../../support/needs";
import { withKubectl } from "./support/kubectl";

const rule = testWith("kubectl");
const dev = "spacetemplate.management.loft.sh/dev";

withKubectl((kubectl) => {
  const stored = () => kubectl.stored("spacetemplates", "dev");

  rule("patch changes what it names, by merging or step by step", async () => {
    await kubectl.ok("create -f -", template("dev", "One"));
    const merge = JSON.stringify({ spec: { description: "merged", access: null } });
    expect(await kubectl.ok(`patch spacetemplate dev --type=merge -p ${merge}`)).toBe(`${dev} patched\n`);
    expect(stored()?.spec).toEqual({ displayName: "One", description: "merged" });
    const steps = JSON.stringify([
      { op: "test", path: "/spec/displayName", value: "One" },
      { op: "replace", path: "/spec/displayName", value: "Two" },
      { op: "remove", path: "/spec/description" },
    ]);
    expect(await kubectl.ok(`patch spacetemplate dev --type=json -p ${steps}`)).toBe(`${dev} patched\n`);
    expect(stored()?.spec).toEqual({ displayName: "Two" });
    expect(await kubectl.fails(`patch spacetemplate dev --type=json -p ${steps}`)).toBe(
      "The request is invalid: the server rejected our request due to an error in our request\n",
    );
    expect(await kubectl.ok(`patch spacetemplate dev --type=merge -p {"spec":{"displayName":"Two"}}`)).toBe(
      `${dev} patched (no change)\n`,
    );
    expect(stored()?.metadata.generation).toBe(3);
  });

  rule(
    "patch merges strategically where the server has Go types, and says that it cannot where it has not",
    async () => {
      await kubectl.ok("create -f -", template("dev", "One", "  finalizers: [x.test/a]\n"));
      const args = `patch spacetemplate dev -p ${JSON.stringify({ metadata: { finalizers: ["x.test/b"] } })}`;
      if (kubectl.hasGoTypes) {
        expect(await kubectl.ok(args)).toBe(`${dev} patched\n`);
        expect(stored()?.metadata).toMatchObject({ finalizers: ["x.test/a", "x.test/b"] });
        return;
      }
      expect(await kubectl.fails(args)).toBe(
        "error: application/strategic-merge-patch+json is not supported by management.loft.sh/v1, Kind=SpaceTemplate: " +
          "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, " +
          "application/merge-patch+json, application/apply-patch+yaml\n",
      );
    },
  );

  rule("label and annotate change metadata only", async () => {
    await kubectl.ok("create -f -", template("dev", "One"));
    expect(await kubectl.ok("label spacetemplate dev tier=gold team-")).toBe(`${dev} labeled\n`);
    expect(await kubectl.ok("annotate spacetemplate dev x.test/note=hello")).toBe(`${dev} annotated\n`);
    expect(await kubectl.fails("label spacetemplate dev tier=silver")).toBe(
      "error: 'tier' already has a value (gold), and --overwrite is false\n",
    );
    expect(await kubectl.ok("label --overwrite spacetemplate dev tier=silver")).toBe(`${dev} labeled\n`);
    expect(stored()?.metadata).toMatchObject({
      generation: 1,
      labels: { tier: "silver" },
      annotations: { "x.test/note": "hello" },
    });
    expect(stored()?.metadata.labels).not.toHaveProperty("team");
  });

  rule("edit sends what the editor changed, and nothing where it changed nothing", async () => {
    await kubectl.ok("create -f -", everyKind("One"));
    kubectl.editWith("s/displayName: One/displayName: Edited/");
    expect(await kubectl.ok("edit spacetemplate dev")).toBe(`${dev} edited\n`);
    expect(stored()?.spec.displayName).toBe("Edited");
    expect(await kubectl.ok("edit virtualclusterinstance vc -n p-web")).toBe(
      "virtualclusterinstance.management.loft.sh/vc edited\n",
    );
    expect(kubectl.stored("virtualclusterinstances", "vc", "p-web")?.spec.displayName).toBe("Edited");
    const writes = kubectl.writes().length;
    expect(await kubectl.run("edit spacetemplate dev")).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "Edit cancelled, no changes made.\n",
    });
    expect(kubectl.writes()).toHaveLength(writes);
  });

  rule("each way of changing has its own entry in managedFields", async () => {
    await kubectl.ok("create -f -", template("dev", "One"));
    await kubectl.ok("label spacetemplate dev tier=gold");
    await kubectl.ok("annotate spacetemplate dev note=hello");
    await kubectl.ok('patch spacetemplate dev --type=merge -p {"spec":{"description":"d"}}');
    kubectl.editWith("s/displayName: One/displayName: Two/");
    await kubectl.ok("edit spacetemplate dev");
    const entries = stored()?.metadata.managedFields as { manager: string; operation: string; fieldsV1: unknown }[];
    expect(entries.map(({ manager, operation }) => `${manager} ${operation}`).sort()).toEqual([
      "kubectl-annotate Update",
      "kubectl-create Update",
      "kubectl-edit Update",
      "kubectl-label Update",
      "kubectl-patch Update",
    ]);
    const edited = entries.find(({ manager }) => manager === "kubectl-edit");
    expect(edited?.fieldsV1).toEqual({ "f:spec": { "f:displayName": {} } });
  });
});
