import { unknownOnWire } from "../support/pluginDriver";
import { resourcePrograms } from "../support/resourcePrograms";
import { stackUnderTest } from "../support/stackUnderTest";

type Shown = "known" | "unknown";

/** Whether a program knows an output in a preview of the create and of the update. */
const expected: Record<string, [create: Shown, update: Shown]> = {
  "template.id": ["unknown", "known"],
  "template.name": ["unknown", "known"],
  "template.displayName": ["known", "known"],
  "template.uid": ["unknown", "unknown"],
  "template.resourceVersion": ["unknown", "unknown"],
  "key.id": ["unknown", "known"],
  "key.ttl": ["known", "known"],
  "key.expiresAt": ["unknown", "unknown"],
  "cluster.id": ["unknown", "known"],
  "cluster.project": ["known", "known"],
  "cluster.virtualCluster": ["unknown", "unknown"],
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

// adapters/plugin/previews.test.ts has the previews of the plugin.
describe("a preview of dynamic resources", () => {
  const kind = "typescript";
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
    Object.fromEntries(Object.entries(expected).map(([output, each]) => [output, each[column]]));

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
