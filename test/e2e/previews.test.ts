import { unknownOnWire } from "../support/pluginDriver";
import type { ProgramKind } from "../support/project";
import { stackUnderTest } from "../support/stackUnderTest";

type Shown = "known" | "unknown";
type Expected = Record<ProgramKind, [create: Shown, update: Shown]>;

/** An output, as a program sees it while the resource is created and while it is updated in a preview. */
const expected: Record<string, Expected> = {
  "template.id": { yaml: ["known", "known"], typescript: ["unknown", "known"] },
  "template.name": { yaml: ["known", "known"], typescript: ["known", "known"] },
  "template.displayName": { yaml: ["known", "known"], typescript: ["known", "known"] },
  "template.uid": { yaml: ["unknown", "known"], typescript: ["unknown", "unknown"] },
  "template.creationTimestamp": { yaml: ["unknown", "known"], typescript: ["unknown", "unknown"] },
  "template.resourceVersion": { yaml: ["unknown", "unknown"], typescript: ["unknown", "unknown"] },
  "key.id": { yaml: ["known", "known"], typescript: ["unknown", "known"] },
  "key.ttl": { yaml: ["known", "known"], typescript: ["known", "known"] },
  "key.expiresAt": { yaml: ["unknown", "known"], typescript: ["unknown", "unknown"] },
  "cluster.id": { yaml: ["known", "known"], typescript: ["unknown", "known"] },
  "cluster.project": { yaml: ["known", "known"], typescript: ["known", "known"] },
  "cluster.virtualCluster": { yaml: ["unknown", "known"], typescript: ["unknown", "unknown"] },
};

const probeOf = (output: string) => `probe-${output.replace(".", "-").toLowerCase()}`;

const programs: Record<ProgramKind, (displayName: string, deletionPolicy: string) => string> = {
  yaml: (displayName, deletionPolicy) => `
resources:
  template: { type: "platform:index:SpaceTemplate", properties: { displayName: ${displayName} } }
  key: { type: "platform:index:OwnedAccessKey", properties: { displayName: ${displayName}, user: ci, ttl: 3600 } }
  cluster:
    type: platform:index:VirtualClusterImport
    properties:
      project: web
      sourceVirtualCluster: { cluster: c, namespace: n, name: vc }
      deletionPolicy: ${deletionPolicy}
${Object.keys(expected)
  .map(
    (output) =>
      `  ${probeOf(output)}: { type: "platform:index:SpaceTemplate", properties: { description: "is \${${output}}" } }`,
  )
  .join("\n")}
`,
  typescript: (displayName, deletionPolicy) => `
import * as pulumi from "@pulumi/pulumi";
import { OwnedAccessKey, SpaceTemplate, VirtualClusterImport } from "pulumi-platform";
const template = new SpaceTemplate("template", { displayName: "${displayName}" });
const key = new OwnedAccessKey("key", { displayName: "${displayName}", user: "ci", ttl: 3600 });
const cluster = new VirtualClusterImport("cluster", {
  project: "web",
  sourceVirtualCluster: { cluster: "c", namespace: "n", name: "vc" },
  deletionPolicy: "${deletionPolicy}",
});
${Object.keys(expected)
  .map((output) => `new SpaceTemplate("${probeOf(output)}", { description: pulumi.interpolate\`\${${output}}\` });`)
  .join("\n")}
`,
};

describe.each(["yaml", "typescript"] as const)("a preview of a %s program", (kind) => {
  const given = stackUnderTest(() => ({
    platform: { projects: ["web"] },
    program: kind,
    source: programs[kind]("a", "retain"),
    typecheck: false,
  }));

  /** What each resource that uses an output is shown with. */
  const seen = async () => {
    const { steps } = JSON.parse((await given.stack.preview(["--json", "--show-sames"])).stdout);
    const shown = Object.keys(expected).map((output) => {
      const probe = steps.find(({ urn }: { urn: string }) => urn.endsWith(`::${probeOf(output)}`));
      return [output, probe.newState.inputs.description === unknownOnWire ? "unknown" : "known"];
    });
    return Object.fromEntries(shown);
  };
  const table = (column: 0 | 1) =>
    Object.fromEntries(Object.entries(expected).map(([output, each]) => [output, each[kind][column]]));

  test("of creates shows what is known", async () => {
    expect(await seen()).toEqual(table(0));
    expect(given.platform.requests).toEqual([]);
  });

  test("of updates in place shows what they cannot change", async () => {
    await given.stack.up(["--skip-preview"]);
    given.stack.write(programs[kind]("b", "delete"));
    given.platform.requests.length = 0;
    expect(await seen()).toEqual(table(1));
    expect(given.platform.requests).toEqual([]);
  });
});
