import { unknownOnWire } from "../support/pluginDriver";
import type { ProgramKind } from "../support/project";
import { resourcePrograms } from "../support/resourcePrograms";
import { stackUnderTest } from "../support/stackUnderTest";

type Shown = "known" | "unknown";
type Expected = Record<ProgramKind, [create: Shown, update: Shown]>;

/** Whether a program knows an output in a preview of the create and of the update. */
const expected: Record<string, Expected> = {
  "template.id": { yaml: ["known", "known"], typescript: ["unknown", "known"] },
  "template.name": { yaml: ["known", "known"], typescript: ["unknown", "known"] },
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

const source = { cluster: "c", namespace: "n", name: "vc" };

/** A resource of each kind, and a template per output that uses it. */
const resources = (displayName: string, deletionPolicy: string) => ({
  template: { inputs: { displayName } },
  key: { type: "OwnedAccessKey", inputs: { displayName, user: "ci", ttl: 3600 } },
  cluster: { type: "VirtualClusterImport", inputs: { project: "web", sourceVirtualCluster: source, deletionPolicy } },
  ...Object.fromEntries(
    Object.keys(expected).map((output) => [probeOf(output), { inputs: { description: `is \${${output}}` } }]),
  ),
});

describe.each(["yaml", "typescript"] as const)("a preview of a %s program", (kind) => {
  const given = stackUnderTest(() => ({
    platform: { projects: ["default", "web"] },
    program: kind,
    source: resourcePrograms[kind](resources("a", "retain")),
  }));

  /** Whether each resource that uses an output is shown with a value. */
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

  test("of creates shows known outputs", async () => {
    expect(await seen()).toEqual(table(0));
    expect(given.platform.requests).toEqual([]);
  });

  test("of updates in place shows the outputs that they cannot change", async () => {
    await given.stack.up(["--skip-preview"]);
    given.stack.write(resourcePrograms[kind](resources("b", "delete")));
    given.platform.requests.length = 0;
    expect(await seen()).toEqual(table(1));
    expect(given.platform.requests).toEqual([]);
  });
});
