import { deleteAsColleague, editAsColleague, statusWithKey, writesOf } from "./http";
import type { ProgramKind } from "./project";
import { stackUnderTest } from "./stackUnderTest";

/** Exit code of `--expect-no-changes` when there are some. */
const changesFound = 7;

/** Changes of a step in the program. */
interface Variation {
  displayName?: string;
  user?: string;
  /** The spec of the template's object, in YAML. */
  spec?: string;
}

/** One program per adapter: template "dev", key "ci", and an import of virtual cluster "team". */
const programs: Record<ProgramKind, (variation: Required<Variation>) => string> = {
  yaml: ({ displayName, user, spec }) => `
resources:
  dev:
    type: vcluster-platform:index:SpaceTemplate
    properties:
      name: dev
      displayName: ${displayName}
      labels: { team: web }
      access: [{ users: ["*"], verbs: [get] }]
      template:
        metadata: { labels: { policy.loft.sh/pod-security: baseline } }
        objects: |
          apiVersion: v1
          kind: ResourceQuota
          metadata: { name: quota }
          ${spec}
  ci:
    type: vcluster-platform:index:OwnedAccessKey
    properties:
      displayName: CI
      user: ${user}
      ttl: 2592000
      scope: { allowCli: true, projects: [{ project: web }] }
      identity: { username: ci, connectorData: connector-canary }
  cluster:
    type: vcluster-platform:index:VirtualClusterImport
    properties:
      project: web
      sourceVirtualCluster: { cluster: c1, namespace: vc-team, name: team }
outputs:
  token: \${ci.key}
  keyName: \${ci.name}
`,
  typescript: ({ displayName, user, spec }) => `
import * as pulumi from "@pulumi/pulumi";
import { OwnedAccessKey, SpaceTemplate, VirtualClusterImport } from "pulumi-vcluster-platform";

const dev = new SpaceTemplate("dev", {
  name: "dev",
  displayName: "${displayName}",
  labels: { team: "web" },
  access: [{ users: ["*"], verbs: ["get"] }],
  template: {
    metadata: { labels: { "policy.loft.sh/pod-security": "baseline" } },
    objects: \`
apiVersion: v1
kind: ResourceQuota
metadata: { name: quota }
${spec}
\`,
  },
});
const ci = new OwnedAccessKey("ci", {
  displayName: pulumi.interpolate\`CI for \${dev.name}\`,
  user: "${user}",
  ttl: 2592000,
  scope: { allowCli: true, projects: [{ project: "web" }] },
  identity: { username: "ci", connectorData: "connector-canary" },
});
new VirtualClusterImport("cluster", {
  project: "web",
  sourceVirtualCluster: { cluster: "c1", namespace: "vc-team", name: "team" },
});
export const token: pulumi.Output<string | undefined> = ci.key;
export const keyName: pulumi.Output<string> = ci.name;
`,
};

/** The main path of a user, step by step on the real engine; each step builds on the one before. */
export function describeLifecycle(kind: ProgramKind, server: { omitEmpty: boolean }): void {
  describe(`a program in ${kind}, on a server with ${JSON.stringify(server)}`, () => {
    const keys: string[] = [];
    const text = (variation: Variation) =>
      programs[kind]({ displayName: "Development", user: "ci", spec: 'spec: { hard: { pods: "20" } }', ...variation });
    const given = stackUnderTest(() => ({
      program: kind,
      source: text({}),
      platform: { ...server, projects: ["default", "web"] },
      settingsIn: "configuration",
    }));
    beforeEach(() => {
      given.platform.requests.length = 0;
    });

    const findDrift = () =>
      given.stack.pulumi(["refresh", "--preview-only", "--expect-no-changes", "--diff"], { expectSuccess: false });
    const up = (args: string[] = []) => given.stack.up(["--skip-preview", ...args]);
    const currentKey = async () => {
      const { token } = await given.stack.outputs({ showSecrets: true });
      keys.push(String(token));
      return String(token);
    };

    test("a preview of the first up accepts the types and sends nothing", async () => {
      await given.stack.preview([], { env: { PULUMI_NODEJS_TRANSPILE_ONLY: "false" } });
      expect(given.platform.requests).toEqual([]);
    });

    test("up creates the three resources, and the key authenticates", async () => {
      const { stdout } = await up();
      expect(stdout).toContain("+ 4 created");
      expect(stdout).toMatch(/token\s*: \[secret\]/);
      expect(writesOf(given.platform).sort()).toEqual([
        "POST ownedaccesskeys",
        "POST projects/web/importvirtualcluster",
        "POST spacetemplates",
      ]);
      expect(await statusWithKey(given.platform, await currentKey())).toBe(200);
    });

    test("an equivalent text of the objects is no change, and its preview sends no request", async () => {
      given.stack.write(text({ spec: 'spec:   { hard: { "pods": "20" } }  # as before' }));
      const { stdout } = await given.stack.preview(["--expect-no-changes"]);
      expect(stdout).toContain("4 unchanged");
      expect(given.platform.requests).toEqual([]);
    });

    test("a changed field is updated in place with one patch", async () => {
      given.stack.write(text({ displayName: "Changed" }));
      const { stdout } = await up(["--diff"]);
      expect(stdout).toContain('~ displayName: "Development" => "Changed"');
      expect(writesOf(given.platform)).toEqual(["PATCH spacetemplates/dev"]);
    });

    test("a foreign field is no drift, a foreign change of a declared field is, and up repairs it", async () => {
      await editAsColleague(given.platform, "spacetemplates/dev", {
        metadata: { annotations: { note: "theirs" }, labels: { other: "x" } },
        spec: { owner: { user: "admin" } },
      });
      expect(await findDrift()).toMatchObject({ exitCode: 0 });
      await editAsColleague(given.platform, "spacetemplates/dev", { metadata: { labels: { team: "ops" } } });
      const drift = await findDrift();
      expect(drift.exitCode).toBe(changesFound);
      expect(drift.stdout).toMatch(/team\s*: "web" => "ops"/);
      await up(["--refresh"]);
      const { metadata, spec } = JSON.parse(JSON.stringify(given.platform.store.get("spacetemplates", "dev")));
      expect(metadata.labels).toMatchObject({ team: "web", other: "x" });
      expect(metadata.annotations.note).toBe("theirs");
      expect(spec.owner).toEqual({ user: "admin" });
    });

    test("another user replaces the key: the new key is created before the old one is deleted", async () => {
      const old = await given.stack.outputs();
      given.stack.write(text({ displayName: "Changed", user: "other" }));
      await up();
      const { keyName } = await given.stack.outputs();
      expect(keyName).not.toBe(old.keyName);
      expect(writesOf(given.platform)).toEqual(["POST ownedaccesskeys", `DELETE ownedaccesskeys/${old.keyName}`]);
      expect(await statusWithKey(given.platform, String(keys.at(-1)))).toBe(401);
      expect(await statusWithKey(given.platform, await currentKey())).toBe(200);
    });

    test("a deleted object is created again by up --refresh", async () => {
      await deleteAsColleague(given.platform, "spacetemplates/dev");
      const { stdout } = await up(["--refresh"]);
      expect(stdout).toMatch(/SpaceTemplate\s+dev created/);
      expect(given.platform.store.get("spacetemplates", "dev")).toBeDefined();
    });

    test("the serialized provider of a dynamic resource stays below 1,500 characters", () => {
      const { resources } = JSON.parse(given.stack.rawStateFile()).checkpoint.latest as {
        resources: { inputs?: { __provider?: string } }[];
      };
      const lengths = resources.flatMap(({ inputs }) => inputs?.__provider?.length ?? []);
      expect(lengths).toHaveLength(kind === "yaml" ? 0 : 3);
      expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(1500);
    });

    test("destroy deletes the template and the key and keeps the virtual cluster", async () => {
      const { stdout, stderr } = await given.stack.destroy(["--skip-preview"]);
      expect(stdout + stderr).toContain("the virtual cluster stays in the project");
      expect(given.platform.store.list("ownedaccesskeys")).toEqual([]);
      expect(given.platform.store.list("spacetemplates")).toEqual([]);
      expect(given.platform.store.get("virtualclusterinstances", "team", "p-web")).toBeDefined();
    });

    test("no secret was written to the state or printed", () => {
      const everywhere = given.stack.rawStateFile() + given.stack.allOutput().replaceAll(/"token": "[^"]+"/g, "");
      expect(keys).toHaveLength(2);
      for (const secret of [...keys, given.platform.accessKey, "connector-canary"])
        expect(everywhere).not.toContain(secret);
    });
  });
}
