import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../support/environment";
import { createAsColleague } from "../support/http";
import type { ProgramKind } from "../support/project";
import { stackUnderTest } from "../support/stackUnderTest";

const labels = { team: "web" };

/** What is on the platform, whoever made it. */
const objects = [
  ["spacetemplates", { kind: "SpaceTemplate", metadata: { name: "web-team", labels }, spec: { displayName: "Web" } }],
  ["spacetemplates", { kind: "SpaceTemplate", metadata: { name: "other" } }],
  ["ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "ci-key", labels }, spec: { ttl: 3600 } }],
  ["ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "other" } }],
  [
    "projects/web/importvirtualcluster",
    {
      kind: "ProjectImportVirtualCluster",
      sourceVirtualCluster: { cluster: "loft-cluster", namespace: "vcluster-legacy", name: "legacy" },
    },
  ],
] as const;

/** What each example puts out, by hand; it is the same in every language. */
const expected: Record<string, Record<string, unknown>> = {
  getSpaceTemplate: { displayName: "Web" },
  listSpaceTemplates: { templates: [expect.objectContaining({ name: "web-team", displayName: "Web" })] },
  getOwnedAccessKey: { expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
  listOwnedAccessKeys: { keys: [expect.objectContaining({ name: "ci-key", ttl: 3600 })] },
  getVirtualCluster: { source: { cluster: "loft-cluster", namespace: "vcluster-legacy", name: "legacy" } },
};

const languages: { folder: string; file: string; program: ProgramKind }[] = [
  { folder: "yaml", file: "Pulumi.yaml", program: "yaml" },
  { folder: "dynamic", file: "index.ts", program: "typescript" },
];

describe.each(languages)("the $folder example", ({ folder, file, program }) => {
  const given = stackUnderTest(() => ({ program, source: "", platform: { projects: ["web"] } }));
  beforeAll(async () => {
    for (const [collection, object] of objects) await createAsColleague(given.platform, collection, object);
  });

  test.each(Object.entries(expected))("of %s finds what is there", async (name, outputs) => {
    const source = readFileSync(path.join(root, "examples/functions", name, folder, file), "utf8");
    given.stack.write(folder === "yaml" ? source.replace(/^(name|description|runtime): .*\n/gm, "") : source);
    await given.stack.up(["--skip-preview"]);
    const found = await given.stack.outputs();
    expect(found).toEqual(outputs);
    expect(JSON.stringify(found)).not.toContain('"key"');
  });
});
