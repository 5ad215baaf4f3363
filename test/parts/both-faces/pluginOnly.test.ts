import { readFileSync } from "node:fs";
import path from "node:path";
import type * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { root } from "../../support/environment";
import { groupPath } from "../../support/http";
import { type Plugin, startPlugin } from "../../support/plugin";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const supplied = "supplied-key-canary-0123456789";

describe("pulumi import", () => {
  let platform: RecordedPlatform;
  let stack: Stack;

  beforeAll(async () => {
    platform = await startRecorded({ projects: ["web"] });
    const settings = { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey };
    stack = await createStack({ program: "yaml", source: "resources: {}", env: settings });
  });
  afterAll(async () => {
    stack?.dispose();
    await platform?.close();
  });

  const post = async (where: string, body: object) => {
    const response = await fetch(`${platform.baseUrl}${groupPath}/${where}`, {
      method: "POST",
      headers: { authorization: `Bearer ${platform.accessKey}`, "content-type": "application/json" },
      body: JSON.stringify({ apiVersion: "management.loft.sh/v1", ...body }),
    });
    expect(response.status).toBe(201);
  };

  test("takes what exists of all three kinds, and the generated program shows no change", async () => {
    await post("spacetemplates", {
      kind: "SpaceTemplate",
      metadata: { name: "old", labels: { team: "web" }, finalizers: ["x.test/keep"] },
      spec: {
        displayName: "Old",
        access: [{ users: ["*"], verbs: ["get"] }],
        template: { objects: "" },
        owner: { user: "u" },
      },
    });
    const lastApplied = JSON.stringify({ spec: { key: supplied } });
    await post("ownedaccesskeys", {
      kind: "OwnedAccessKey",
      metadata: {
        name: "old",
        annotations: { "kubectl.kubernetes.io/last-applied-configuration": lastApplied, note: "n" },
      },
      spec: { user: "ci", key: supplied, ttl: 3600, scope: { allowLoftCli: true } },
    });
    await post("projects/web/importvirtualcluster", {
      kind: "ProjectImportVirtualCluster",
      metadata: { creationTimestamp: null },
      sourceVirtualCluster: { cluster: "c1", namespace: "ns", name: "vc", importName: "team" },
    });
    const ids = { SpaceTemplate: "old", OwnedAccessKey: "old", VirtualClusterImport: "web/team" };
    const programs: string[] = [];
    for (const [type, id] of Object.entries(ids)) {
      const file = path.join(stack.dir, `${type}.yaml`);
      const name = type.toLowerCase();
      await stack.importResource(`platform:index:${type}`, name, id, ["--protect=false", "--out", file]);
      programs.push(readFileSync(file, "utf8").replace(/^resources:\n/, ""));
    }
    const generated = `resources:\n${programs.join("")}`;
    expect(generated).not.toContain("finalizers");
    expect(generated).not.toContain("last-applied");
    expect(generated).toContain("note: n");
    stack.write(generated);
    platform.requests.length = 0;
    expect((await stack.preview(["--expect-no-changes"])).stdout).toContain("4 unchanged");
    expect(platform.requests).toEqual([]);
    expect(stack.rawStateFile() + stack.allOutput() + generated).not.toContain(supplied);
  });

  test("of what is not there, or by an id of another form, says so", async () => {
    const missing = await stack.importResource("platform:index:SpaceTemplate", "no", "nope", [], {
      expectSuccess: false,
    });
    expect(missing.exitCode).not.toBe(0);
    expect(missing.stdout + missing.stderr).toContain("does not exist");
    const odd = await stack.importResource("platform:index:VirtualClusterImport", "no", "nope", [], {
      expectSuccess: false,
    });
    expect(odd.stdout + odd.stderr).toContain("must have the form <project>/<name of the virtual cluster>");
  });
});

describe.each(["executable", "runner"] as const)("the plugin started as %s", (by) => {
  let started: Plugin;
  beforeAll(async () => {
    started = await startPlugin({ by });
  });
  afterAll(() => started?.close());

  test("prints its port, tells its version and gives the committed schema", async () => {
    expect(started.stdout()).toBe(`${started.port}\n`);
    const info: plugin.PluginInfo = await started.client.getPluginInfo(new Empty());
    const packageJson = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    expect(info.getVersion()).toBe(packageJson.version);
    const response = await started.client.getSchema(new rpc.GetSchemaRequest());
    const committed = JSON.parse(readFileSync(path.join(root, "schema.json"), "utf8"));
    expect(JSON.parse(response.getSchema())).toEqual(committed);
    expect(started.stderr()).toBe("");
  });

  test("asks for secrets to be marked, and answers what it does not offer", async () => {
    const handshake = new rpc.ProviderHandshakeRequest();
    handshake.setEngineAddress("127.0.0.1:1");
    const answer = await started.client.handshake(handshake);
    expect(answer.getAcceptSecrets()).toBe(true);
    expect(answer.getSupportsAutonamingConfiguration()).toBe(true);
    await expect(started.client.construct(new rpc.ConstructRequest())).rejects.toThrow("UNIMPLEMENTED");
  });
});
