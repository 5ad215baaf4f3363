import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../support/environment";
import { groupPath, statusWithKey } from "../support/http";
import type { ProgramKind } from "../support/project";
import { type StackUnderTest, stackUnderTest } from "../support/stackUnderTest";

/** The programs of a resource that need no generated SDK, and what runs them. */
const languages: { folder: string; file: string; program: ProgramKind }[] = [
  { folder: "yaml", file: "Pulumi.yaml", program: "yaml" },
  { folder: "dynamic", file: "index.ts", program: "typescript" },
];

/** What each example asks the platform to make, and what it puts out. By hand: all languages describe the same. */
const examples = [
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

const head = /^(name|description|runtime): .*\n/gm;

function sourceOf(resource: string, folder: string, file: string): string {
  const text = readFileSync(path.join(root, "examples/resources", resource, folder, file), "utf8");
  return folder === "yaml" ? text.replace(head, "") : text;
}

describe.each(languages)("the $folder example", ({ folder, file, program }) => {
  describe.each(examples)("of $resource", ({ resource, collection, sent, outputs, secret }) => {
    const given = stackUnderTest(() => ({
      program,
      source: sourceOf(resource, folder, file),
      platform: { projects: ["web"] },
    }));

    test("makes just what it says, changes nothing the second time, hides its secret and goes away again", async () => {
      const { stack } = given;
      await stack.up(["--skip-preview"]);
      expect(created(given)).toEqual([[collection, sent]]);
      expect(await stack.outputs()).toEqual(outputs);
      if (secret) await expectWorkingSecret(given, secret);

      await stack.preview(["--expect-no-changes"]);
      await stack.destroy(["--skip-preview"]);
      expect((await stack.exportState()).deployment.resources ?? []).toEqual([]);
      for (const plural of ["spacetemplates", "ownedaccesskeys"]) expect(given.platform.store.list(plural)).toEqual([]);
    });
  });
});

/** The creates that the platform was asked for, without what every object carries. */
function created({ platform }: StackUnderTest): [collection: string, body: unknown][] {
  const posts = platform.requests.filter(({ method }) => method === "POST");
  return posts.map(({ path, body }) => {
    const { apiVersion: _version, metadata: _metadata, status: _status, ...rest } = JSON.parse(body);
    return [path.replace(`${groupPath}/`, "").replace(/\?.*/, ""), rest];
  });
}

/** A secret output is one in the state, too, and what it hides is a key that the platform takes. */
async function expectWorkingSecret({ stack, platform }: StackUnderTest, name: string): Promise<void> {
  const value = String((await stack.outputs({ showSecrets: true }))[name]);
  expect(await statusWithKey(platform, value)).not.toBe(401);
  for (const text of [stack.rawStateFile(), stack.allOutput().replaceAll(`"${name}": "${value}"`, "")]) {
    expect(text).not.toContain(value);
  }
}
