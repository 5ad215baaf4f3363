import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./environment";
import { groupPath, statusWithKey } from "./http";
import type { StackUnderTest } from "./stackUnderTest";

/** What each example asks the platform to make, and what it puts out. By hand: all languages describe the same. */
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

/** The text of a resource's example in one language. */
export function exampleSource(resource: string, folder: string, file: string): string {
  return readFileSync(path.join(root, "examples/resources", resource, folder, file), "utf8");
}

/** The creates that the platform was asked for, without what every object carries. */
export function created({ platform }: StackUnderTest): [collection: string, body: unknown][] {
  const posts = platform.requests.filter(({ method }) => method === "POST");
  return posts.map(({ path, body }) => {
    const { apiVersion: _version, metadata: _metadata, status: _status, ...rest } = JSON.parse(body);
    return [path.replace(`${groupPath}/`, "").replace(/\?.*/, ""), rest];
  });
}

/** A secret output is one in the state, too, and what it hides is a key that the platform takes. */
export async function expectWorkingSecret({ stack, platform }: StackUnderTest, name: string): Promise<void> {
  const value = String((await stack.outputs({ showSecrets: true }))[name]);
  expect(await statusWithKey(platform, value)).not.toBe(401);
  for (const text of [stack.rawStateFile(), stack.allOutput().replaceAll(`"${name}": "${value}"`, "")]) {
    expect(text).not.toContain(value);
  }
}
