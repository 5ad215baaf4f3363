import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { load } from "js-yaml";
import { newAuthority } from "../../support/certificates";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { testWith } from "../../support/needs";
import { describePage } from "../../support/pageUnderTest";
import { shellUnderTest } from "../../support/shellUnderTest";
import { stackUnderTest } from "../../support/stackUnderTest";
import { linkPrograms } from "./support/linkPrograms";

const authority = newAuthority();
const folder = mkdtempSync(path.join(tmpdir(), "keys-for-ci-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file with a ready virtual cluster. */
function seed(): string {
  const metadata = { name: "dev", namespace: "p-web" };
  const object = { apiVersion: "management.loft.sh/v1", kind: "VirtualClusterInstance", metadata };
  const file = path.join(folder, "seed.yaml");
  writeFileSync(file, JSON.stringify({ ...object, spec: { template: {} }, status: { phase: "Ready" } }));
  return file;
}

const rule = testWith("kubectl");

// The embedded virtual clusters have no OpenAPI document, which kubectl apply asks for.
const applies = "kubectl apply -f app.yaml";

const sourceOf = (file: string) => load(readFileSync(path.join(root, "examples/pipelines", file), "utf8"));
const github = sourceOf("exec-github-actions.yml") as {
  jobs: { deploy: { steps: { name?: string; run?: string }[] } };
};
const gitlab = sourceOf("exec-gitlab-ci.yml") as { deploy: { script: string[] } };
const scripts = {
  "exec-github-actions.yml": github.jobs.deploy.steps.find(({ name }) => name === "Deploy")?.run ?? "",
  "exec-gitlab-ci.yml": gitlab.deploy.script.join("\n"),
};

describePage("docs/keys-for-ci.md", (page) => {
  const given = stackUnderTest(() => ({
    program: "yaml",
    source: "resources: {}",
    platform: {
      api: 4,
      projects: ["default", "web"],
      seedFile: seed(),
      tls: authority.issue({ names: ["127.0.0.1"] }),
    },
    env: { VCLUSTER_PLATFORM_CERTIFICATE_AUTHORITY: authority.cert },
  }));
  const shell = shellUnderTest(() => given.stack);

  beforeAll(() => linkPrograms(given.stack.dir));

  rule("the command gets the namespaces of its virtual cluster, and no key stays", async () => {
    expect(await shell.run(page.block("kubectl get namespaces"))).toMatch(/^NAME .*\ndefault /);
    expect(given.platform.store.list("ownedaccesskeys")).toEqual([]);
  });

  for (const [name, script] of Object.entries(scripts))
    rule(`the step of ${name} has a kubeconfig, and no key stays`, async () => {
      expect(script).toContain(applies);
      const command = script.replace(applies, "kubectl get namespaces");
      const { exitCode, stdout, stderr } = await runCommand("bash", ["-eo", "pipefail", "-c", command], {
        cwd: given.stack.dir,
        env: given.stack.env,
      });
      expect([exitCode, stdout, stderr]).toEqual([0, expect.stringMatching(/^NAME .*\ndefault /), ""]);
      expect(given.platform.store.list("ownedaccesskeys")).toEqual([]);
    });

  test("a leaked key is found by its value, and disabled", async () => {
    const { stack, platform } = given;
    const key = {
      type: "vcluster-platform:index:OwnedAccessKey",
      properties: { name: "ci-4c1b2f9", user: "ci-bot", ttl: 3600 },
    };
    stack.write(`resources: ${JSON.stringify({ ci: key })}`);
    await stack.up(["--skip-preview"]);
    const stored = () => platform.store.get("ownedaccesskeys", "ci-4c1b2f9")?.spec;
    const value = String(stored()?.key);
    writeFileSync(path.join(stack.dir, "leaked-key"), value);
    const printed = await shell.run(page.block("leaked-key"));
    expect(printed.match(/ci-4c1b2f9/g)?.length).toBeGreaterThanOrEqual(3);
    expect(printed).not.toContain(value);
    expect(stored()?.disabled).toBe(true);
  });
});
