import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../support/environment";
import { createAsColleague, groupPath, statusWithKey, writesOf } from "../../support/http";
import { pageUnderTest, printedLike } from "../../support/pageUnderTest";
import { shellUnderTest } from "../../support/shellUnderTest";
import { type StackSetUp, type StackUnderTest, stackUnderTest } from "../../support/stackUnderTest";
import type { Shell } from "../../support/startShell";
import { userEnvironment } from "../../support/userEnvironment";
import { installPackage } from "../../support/userInstall";
import { kubernetesState } from "./support/kubernetesState";

const clearKey = "clear-key-0123456789";
const keySpec = { user: "ci-bot", key: clearKey, ttl: 2_592_000, scope: { projects: [{ project: "web" }] } };

interface Manifest {
  kind: string;
  metadata: { name: string; uid?: string; labels?: object; annotations?: object };
  spec: object;
}

const options = (): StackSetUp => ({
  program: "yaml",
  source: "resources: {}",
  platform: { projects: ["default", "web"] },
});

// Generated packages are installed with their dependencies.
jest.setTimeout(300_000);

const page = pageUnderTest("docs/migrate.md");
const imported = pageUnderTest("docs/import.md");
const plugin = pageUnderTest("docs/classes-or-plugin.md");

/** Installs the package and puts its plugin on the PATH. */
async function install(shell: Pick<Shell, "run">): Promise<void> {
  const guide = pageUnderTest("docs/installation-configuration.md");
  await installPackage(shell, guide);
  await shell.run(guide.block("node_modules/.bin"));
}

/** Writes an object as another tool does and returns the response. */
async function create(given: StackUnderTest, where: string, manager: string, manifest: Manifest) {
  const response = await fetch(`${given.platform.baseUrl}${groupPath}/${where}?fieldManager=${manager}`, {
    method: "POST",
    headers: { authorization: `Bearer ${given.platform.accessKey}`, "content-type": "application/json" },
    body: JSON.stringify({ apiVersion: "management.loft.sh/v1", ...manifest }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as Manifest;
}

const copy = (value: unknown) => JSON.parse(JSON.stringify(value ?? null));

describe("from pulumi-kubernetes", () => {
  const given = stackUnderTest(options);
  const shell = shellUnderTest(() => ({ dir: given.stack.dir, env: { ...given.stack.env, ...userEnvironment } }));

  // Objects as pulumi-kubernetes writes them, and as earlier tools left them.
  const template: Manifest = {
    kind: "SpaceTemplate",
    metadata: { name: "dev", labels: { team: "web" }, annotations: { "pulumi.com/autonamed": "true" } },
    spec: { displayName: "Development", template: { metadata: { labels: { team: "web" } } } },
  };
  const lastApplied = { "kubectl.kubernetes.io/last-applied-configuration": `{"spec":{"key":"${clearKey}"}}` };
  const metadata = { name: "ci", labels: { "app.kubernetes.io/managed-by": "pulumi" }, annotations: lastApplied };
  const key: Manifest = { kind: "OwnedAccessKey", metadata, spec: { displayName: "CI", ...keySpec } };
  const created: Manifest[] = [];
  const stored = () => [
    copy(given.platform.store.get("spacetemplates", "dev")),
    copy(given.platform.store.get("ownedaccesskeys", "ci")),
  ];
  const currentState = async () => JSON.stringify(await given.stack.exportState()) + given.stack.rawStateFile();
  const importState = async (state: object) => {
    const file = path.join(given.stack.dir, "left.json");
    writeFileSync(file, JSON.stringify(state));
    await given.stack.pulumi(["stack", "import", "--file", file]);
  };

  beforeAll(async () => {
    created.push(await create(given, "spacetemplates", "pulumi-kubernetes-0a1b2c3d", template));
    created.push(await create(given, "ownedaccesskeys", "pulumi-kubernetes", key));
    await importState(kubernetesState(created, { token: clearKey }));
    given.platform.requests.length = 0;
  });

  test("the state of pulumi-kubernetes contains the key in clear text and needs its plugin", async () => {
    expect(given.stack.rawStateFile()).toContain(clearKey);
    const { exitCode, stdout } = await given.stack.preview([], { expectSuccess: false });
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining("pulumi-resource-kubernetes")]);
  });

  test("the resources to move are listed, and written as an import file", async () => {
    await install(shell);
    const moving = await shell.run(page.block("> moving.txt"));
    expect(moving.trim().split("\n")).toEqual([
      "urn:pulumi:dev::test::kubernetes:management.loft.sh/v1:SpaceTemplate::dev",
      "urn:pulumi:dev::test::kubernetes:management.loft.sh/v1:OwnedAccessKey::ci",
    ]);
    const printed = await shell.run(page.block("npx --no -- pulumi-vcluster-platform import --all"));
    expect(printed).toMatch(printedLike("with 2 resources: 1 SpaceTemplate, 1 OwnedAccessKey"));
  });

  test("a resource with dependents stays in the state, and so do all others", async () => {
    const dependent = { apiVersion: "v1", kind: "Secret", metadata: { name: "access" }, uses: created[1] };
    await importState(kubernetesState([...created, dependent], {}));
    const printed = await shell.run(page.block("< moving.txt"), { fails: [["xargs -0 pulumi state delete", 123]] });
    expect(printed).toContain("can't be safely deleted because the following resources depend on it");
    expect(given.stack.rawStateFile()).toContain("SpaceTemplate::dev");
    await importState(kubernetesState(created, { token: clearKey }));
  });

  test("the objects are imported unchanged, and the preview shows no changes", async () => {
    const before = stored();
    await shell.run(page.block("< moving.txt"));
    await shell.run(page.block("pulumi:providers:kubernetes"));
    expect(await shell.run(imported.block("pulumi import --file"))).toMatch(printedLike("2 imported … 3 unchanged"));
    const program = readFileSync(path.join(given.stack.dir, "Main.yaml"), "utf8");
    expect(program).toContain("ciOwnedAccessKey");
    expect(program).not.toContain(clearKey);
    expect(given.stack.rawStateFile()).toContain(clearKey);
    await shell.run(page.block("pulumi up --yes", "From pulumi-kubernetes"));
    expect(await currentState()).not.toContain(clearKey);
    expect(stored()).toEqual(before);
    expect(writesOf(given.platform)).toEqual([]);
  });

  test("a replaced key is invalid, the template is the same object, and the state contains no key", async () => {
    const main = path.join(given.stack.dir, "Main.yaml");
    const [others = ""] = readFileSync(main, "utf8").split("  ciOwnedAccessKey:");
    writeFileSync(main, others + page.block("ciOwnedAccessKey:").text);
    await shell.run(page.block("pulumi up --yes", "Replace the keys"));
    const { token } = await given.stack.outputs({ showSecrets: true });
    expect(await statusWithKey(given.platform, clearKey)).toBe(401);
    expect(await statusWithKey(given.platform, String(token))).toBe(403);
    const [storedTemplate, storedKey] = stored();
    expect([storedTemplate.metadata.uid, storedKey]).toEqual([created[0]?.metadata.uid, null]);
    expect((await given.stack.preview(["--expect-no-changes"])).stdout).toContain("3 unchanged");
    const everything = (await currentState()) + given.stack.rawStateFile();
    expect([clearKey, String(token)].filter((each) => everything.includes(each))).toEqual([]);
  });
});

describe("from Terraform", () => {
  const given = stackUnderTest(options);
  const shell = shellUnderTest(() => ({ dir: given.stack.dir, env: { ...given.stack.env, ...userEnvironment } }));
  const labels = { team: "web" };
  const templates: Manifest[] = [
    { kind: "SpaceTemplate", metadata: { name: "dev", labels }, spec: { displayName: "Development" } },
    // Not asked for.
    { kind: "SpaceTemplate", metadata: { name: "theirs" }, spec: { displayName: "Theirs" } },
  ];
  const key: Manifest = { kind: "OwnedAccessKey", metadata: { name: "ci" }, spec: keySpec };
  const plurals = ["spacetemplates", "ownedaccesskeys", "virtualclusterinstances"];
  const stored = () => plurals.map((plural) => copy(given.platform.store.list(plural)));

  beforeAll(async () => {
    for (const each of templates) await create(given, "spacetemplates", "Terraform", each);
    await create(given, "ownedaccesskeys", "Terraform", key);
    const sourceVirtualCluster = { cluster: "c1", namespace: "vc-team", name: "team" };
    const request = { kind: "ProjectImportVirtualCluster", sourceVirtualCluster };
    await createAsColleague(given.platform, "projects/web/importvirtualcluster", request);
  });

  test("Terraform's objects are imported unchanged, and the preview shows no changes", async () => {
    const before = stored();
    await install(shell);
    await shell.run(imported.block("pulumi stack init dev"));
    const printed = await shell.run(page.block("import --name"));
    expect(printed).toContain("with 3 resources: 1 SpaceTemplate, 1 OwnedAccessKey, 1 VirtualClusterImport");
    expect(await shell.run(imported.block("pulumi import --file"))).toMatch(printedLike("3 imported … 4 unchanged"));
    expect(stored()).toEqual(before);
    expect(writesOf(given.platform)).toEqual([]);
  });

  test("no file and no state contains the key in clear text", () => {
    const files = ["import.json", "Main.yaml", "../state/.pulumi/stacks/platform/dev.json"];
    const written = files.map((file) => readFileSync(path.join(given.stack.dir, file), "utf8"));
    expect(written.filter((text) => text.includes(clearKey))).toEqual([]);
    expect(written.filter((text) => !text.includes("ci"))).toEqual([]);
  });

  test("a field that is removed from the program is removed from the object", async () => {
    const main = path.join(given.stack.dir, "Main.yaml");
    writeFileSync(main, readFileSync(main, "utf8").replace("      displayName: Development\n", ""));
    await given.stack.pulumi(["up", "--yes", "--skip-preview"]);
    expect(writesOf(given.platform)).toEqual(["PATCH spacetemplates/dev"]);
    const [[template]] = stored();
    expect(template).toMatchObject({ metadata: { labels }, spec: {} });
    expect(template.spec.displayName).toBeUndefined();
  });
});

describe("from Argo CD", () => {
  const given = stackUnderTest(() => ({ ...options(), platform: { api: 4 } }));
  const shell = shellUnderTest(() => ({ dir: given.stack.dir, env: { ...given.stack.env, ...userEnvironment } }));

  test("the objects are imported with the annotations of Argo CD, and the program removes these", async () => {
    const option = page.block("argocd.argoproj.io/sync-options").text.match(/"(.*)"/)?.[1];
    const ofArgo = { "argocd.argoproj.io/sync-options": option, "argocd.argoproj.io/tracking-id": "app:Team:/web" };
    const metadata = { name: "web", annotations: { owner: "mia", ...ofArgo } };
    const created = await create(given, "teams", "argocd-controller", { kind: "Team", metadata, spec: {} });
    given.platform.requests.length = 0;
    await install(shell);
    await shell.run(imported.block("pulumi stack init dev"));
    await shell.run(
      page.block("import --name").with({ "--name dev --name ci --name web/team": "--kind Team --name web" }),
    );
    await shell.run(imported.block("pulumi import --file"));
    const main = path.join(given.stack.dir, "Main.yaml");
    const program = readFileSync(main, "utf8");
    const lines = program.split("\n").filter((line) => line.includes("argocd.argoproj.io/"));
    expect(lines).toHaveLength(2);
    expect(writesOf(given.platform)).toEqual([]);
    writeFileSync(
      main,
      lines.reduce((text, line) => text.replace(`${line}\n`, ""), program),
    );
    await given.stack.pulumi(["up", "--yes", "--skip-preview"]);
    const { uid, annotations } = copy(given.platform.store.get("teams", "web")).metadata;
    expect([uid, annotations]).toEqual([created.metadata.uid, expect.not.objectContaining(ofArgo)]);
    expect(annotations).toMatchObject({ owner: "mia" });
    expect(writesOf(given.platform)).toEqual(["PATCH teams/web"]);
  });
});

describe("from dynamic resources to the plugin", () => {
  const moved = plugin.block('import { OwnedAccessKey } from "pulumi-vcluster-platform-plugin"');
  const aliases = '{ aliases: [{ type: "pulumi-nodejs:dynamic/vcluster-platform:OwnedAccessKey" }] }';
  const withoutAlias = moved.with({ [`, ${aliases}`]: "" }).text;
  const source = withoutAlias.replace("pulumi-vcluster-platform-plugin", "pulumi-vcluster-platform");
  const given = stackUnderTest(() => ({ program: "typescript", source }));
  const shell = shellUnderTest(() => ({ dir: given.stack.dir, env: { ...given.stack.env, ...userEnvironment } }));
  const typed = (text: string) => ({ text, place: "docs/classes-or-plugin.md, between the blocks" });
  const keyTypes = async () => {
    const { deployment } = await given.stack.exportState();
    return deployment.resources?.map(({ type }) => type).filter((type) => type.endsWith("OwnedAccessKey"));
  };

  test("an alias or one transformation moves a stack without a request, and the old state can be restored", async () => {
    await given.stack.up(["--skip-preview"]);
    await shell.run(plugin.block("pulumi preview --expect-no-changes"));
    await shell.run(plugin.block("pulumi package add").with({ "$PWD/node_modules/.bin": path.join(root, "bin") }));
    given.platform.requests.length = 0;
    const once = plugin.block("registerStackTransformation").text;
    for (const program of [moved.text, `import * as pulumi from "@pulumi/pulumi";\n${once}\n${withoutAlias}`]) {
      expect(await keyTypes()).toEqual(["pulumi-nodejs:dynamic/vcluster-platform:OwnedAccessKey"]);
      given.stack.write(program);
      await shell.run(typed("pulumi up --expect-no-changes"));
      expect(await keyTypes()).toEqual(["vcluster-platform:index:OwnedAccessKey"]);
      await shell.run(typed("pulumi stack import --file before.json"));
    }
    expect(given.platform.requests).toEqual([]);
  });
});

test("every block of the page is used, except those of Terraform", () => expect(page.unused()).toHaveLength(2));

test("every block about the move to the plugin is used", () => expect(plugin.unused()).toEqual([]));
