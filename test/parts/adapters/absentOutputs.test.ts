import { registry } from "../../../provider/resources/registry";
import { programAdapters } from "../../support/programAdapters";
import type { ProgramKind } from "../../support/project";
import { type ResourceDeclarations, resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

/** A resource of each type with as few inputs as possible, so that most outputs have no value. */
const bare = {
  template: { type: "SpaceTemplate", inputs: { name: "bare" } },
  key: { type: "OwnedAccessKey", inputs: { name: "bare", user: "ci" } },
  cluster: {
    type: "VirtualClusterImport",
    inputs: { name: "bare", project: "web", sourceVirtualCluster: { cluster: "c", namespace: "n", name: "vc" } },
  },
} satisfies ResourceDeclarations;

/** Every output of these resources. */
const outputs = Object.entries(bare).flatMap(([name, { type }]) => {
  const resource = registry.resources.find((each) => each.type === type);
  return Object.keys({ ...resource?.inputs.shape, ...resource?.outputs.shape }).map((output) => `${name}.${output}`);
});

/** Programs in which the description of a template is made from all outputs. */
const programs: Record<ProgramKind, () => string> = {
  yaml: () => {
    const values = outputs.map((output) => ({ "fn::toJSON": `\${${output}}` }));
    return resourcePrograms.yaml({ ...bare, user: { inputs: { description: { "fn::join": ["", values] } } } });
  },
  typescript: () =>
    [
      resourcePrograms.typescript(bare),
      `const values = pulumi.all([${outputs.map((output) => `all.${output}`).join(", ")}]);`,
      'const description = values.apply((each) => each.map((value) => JSON.stringify(value ?? "none")).join(""));',
      'new platform.SpaceTemplate("user", { description });',
    ].join("\n"),
};

describe.each(programAdapters)("a program that uses every output, on %s", (_, kind) => {
  const given = stackUnderTest(() => ({
    platform: { projects: ["default", "web"] },
    program: kind,
    source: programs[kind](),
    typecheck: false,
  }));

  test("shows no change in a preview after it was created", async () => {
    await given.stack.up(["--skip-preview"]);
    await given.stack.preview(["--expect-no-changes"]);
  });

  test("shows no change in a preview after a refresh", async () => {
    await given.stack.refresh();
    await given.stack.preview(["--expect-no-changes"]);
  });
});
