import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../../support/environment";
import { createAsColleague, groupPath, statusWithKey } from "../../../support/http";
import type { StackUnderTest } from "../../../support/stackUnderTest";

/** Requests and outputs of the examples of resources, the same in every language. */
export const resourceExamples = [
  {
    resource: "SpaceTemplate",
    collection: "spacetemplates",
    sent: {
      kind: "SpaceTemplate",
      spec: {
        displayName: "Web team",
        description: "Spaces of the web team",
        access: [{ users: ["alice", "bob"], verbs: ["get"] }],
        template: {
          metadata: { labels: { "policy.loft.sh/pod-security": "baseline" } },
          objects: 'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: quota\nspec:\n  hard:\n    pods: "20"\n',
        },
      },
    },
    outputs: { name: expect.stringMatching(/^web-/) },
    secret: undefined,
  },
  {
    resource: "OwnedAccessKey",
    collection: "ownedaccesskeys",
    sent: {
      kind: "OwnedAccessKey",
      spec: {
        displayName: "CI of the web team",
        user: "ci-bot",
        ttl: 2_592_000,
        scope: { allowLoftCli: true, projects: [{ project: "web" }] },
      },
    },
    outputs: { token: "[secret]" },
    secret: "token",
  },
  {
    resource: "VirtualClusterImport",
    collection: "projects/web/importvirtualcluster",
    sent: {
      kind: "ProjectImportVirtualCluster",
      sourceVirtualCluster: { cluster: "loft-cluster", namespace: "vcluster-legacy", name: "legacy" },
    },
    outputs: { virtualCluster: "legacy" },
    secret: undefined,
  },
];

const labels = { team: "web" };

/** Objects that the examples of functions look up. */
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

/** Outputs of the examples of functions, the same in every language except for names in Python. */
export const functionExamples: Record<string, Record<string, unknown>> = {
  getSpaceTemplate: { displayName: "Web" },
  listSpaceTemplates: { templates: [expect.objectContaining({ name: "web-team", displayName: "Web" })] },
  getOwnedAccessKey: { expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
  listOwnedAccessKeys: { keys: [expect.objectContaining({ name: "ci-key", ttl: 3600 })] },
  getVirtualCluster: { source: { cluster: "loft-cluster", namespace: "vcluster-legacy", name: "legacy" } },
};

/** Creates the objects that the examples of functions look up, on a platform with the project `web`. */
export async function createFunctionObjects({ platform }: Pick<StackUnderTest, "platform">): Promise<void> {
  for (const [collection, object] of objects) await createAsColleague(platform, collection, object);
}

/** The program of an example without the head of a YAML project, which tests write themselves. */
export function exampleSource(kind: "resources" | "functions", name: string, folder: string, file: string): string {
  const text = readFileSync(path.join(root, "examples", kind, name, folder, file), "utf8");
  return folder === "yaml" ? text.replace(/^(name|description|runtime): .*\n/gm, "") : text;
}

/** The create requests, without what every object contains. */
export function createdBy({ platform }: StackUnderTest): [collection: string, body: unknown][] {
  const posts = platform.requests.filter(({ method }) => method === "POST");
  return posts.map(({ path, body }) => {
    const { apiVersion: _version, metadata: _metadata, status: _status, ...rest } = JSON.parse(body);
    return [path.replace(`${groupPath}/`, "").replace(/\?.*/, ""), rest];
  });
}

/** Expects an output to be a valid key that neither the state nor any output shows. */
export async function expectWorkingSecret({ stack, platform }: StackUnderTest, name: string): Promise<void> {
  const value = String((await stack.outputs({ showSecrets: true }))[name]);
  expect(await statusWithKey(platform, value)).not.toBe(401);
  for (const text of [stack.rawStateFile(), stack.allOutput().replaceAll(`"${name}": "${value}"`, "")]) {
    expect(text).not.toContain(value);
  }
}
