import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./environment";
import { createAsColleague } from "./http";
import type { StackUnderTest } from "./stackUnderTest";

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

/** What each example puts out, by hand; it is the same in every language, but for names in Python. */
export const functionExamples: Record<string, Record<string, unknown>> = {
  getSpaceTemplate: { displayName: "Web" },
  listSpaceTemplates: { templates: [expect.objectContaining({ name: "web-team", displayName: "Web" })] },
  getOwnedAccessKey: { expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
  listOwnedAccessKeys: { keys: [expect.objectContaining({ name: "ci-key", ttl: 3600 })] },
  getVirtualCluster: { source: { cluster: "loft-cluster", namespace: "vcluster-legacy", name: "legacy" } },
};

/** Makes what the examples look for, on a platform with the project `web`. */
export async function makeWhatFunctionsFind({ platform }: Pick<StackUnderTest, "platform">): Promise<void> {
  for (const [collection, object] of objects) await createAsColleague(platform, collection, object);
}

/** The text of a function's example in one language. */
export function functionSource(name: string, folder: string, file: string): string {
  return readFileSync(path.join(root, "examples/functions", name, folder, file), "utf8");
}
