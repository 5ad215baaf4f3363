import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createAsColleague, groupPath, writesOf } from "../../../support/http";
import { linkPrograms } from "../../../support/linkPrograms";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { pageUnderTest } from "../support/pageUnderTest";
import { printedLike } from "../support/printedLike";
import { shellUnderTest } from "../support/shellUnderTest";

const clearKey = "clear-key-0123456789";
const page = pageUnderTest("docs/migrate-from-terraform.md");
const given = stackUnderTest(() => ({ program: "yaml", source: "resources: {}", platform: { projects: ["web"] } }));
const shell = shellUnderTest(() => given.stack);

const [label, values] = [{ team: "web" }, { displayName: "Development" }];
const manifests = {
  "spacetemplates/dev": { kind: "SpaceTemplate", metadata: { name: "dev", labels: label }, spec: values },
  "ownedaccesskeys/ci": {
    kind: "OwnedAccessKey",
    metadata: { name: "ci" },
    spec: { user: "ci-bot", key: clearKey, ttl: 2_592_000, scope: { projects: [{ project: "web" }] } },
  },
  // Of others: not asked for.
  "spacetemplates/theirs": { kind: "SpaceTemplate", metadata: { name: "theirs" }, spec: { displayName: "Theirs" } },
};

/** Server-side apply, as kubernetes_manifest does it. */
async function applyAsTerraform(where: string, manifest: object): Promise<void> {
  const response = await fetch(`${given.platform.baseUrl}${groupPath}/${where}?fieldManager=Terraform`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${given.platform.accessKey}`, "content-type": "application/apply-patch+yaml" },
    body: JSON.stringify({ apiVersion: "management.loft.sh/v1", ...manifest }),
  });
  expect(response.status).toBe(201);
}

const stored = () =>
  ["spacetemplates", "ownedaccesskeys", "virtualclusterinstances"].map((plural) =>
    JSON.parse(JSON.stringify(given.platform.store.list(plural))),
  );

beforeAll(async () => {
  linkPrograms(given.stack.dir);
  for (const [where, manifest] of Object.entries(manifests)) await applyAsTerraform(where, manifest);
  await createAsColleague(given.platform, "projects/web/importvirtualcluster", {
    kind: "ProjectImportVirtualCluster",
    metadata: { creationTimestamp: null },
    sourceVirtualCluster: { cluster: "c1", namespace: "vc-team", name: "team" },
  });
});

test("what Terraform has made is taken over as it is, and preview shows no changes", async () => {
  const before = stored();
  const settings = {
    "<this repo>/bin:": "",
    "https://platform.example.com": given.platform.baseUrl,
    "…": given.platform.accessKey,
  };
  await shell.run(page.block("pulumi stack init dev").with(settings));
  const printed = await shell.run(page.block("npx pulumi-platform import"));
  expect(printed).toContain("with 3 resources: 1 SpaceTemplate, 1 OwnedAccessKey, 1 VirtualClusterImport");
  expect(await shell.run(page.block("pulumi import --file"))).toMatch(printedLike("3 imported … 4 unchanged"));
  expect(stored()).toEqual(before);
  expect(writesOf(given.platform)).toEqual([]);
});

test("no file and no state has the key in clear text", () => {
  const files = ["import.json", "Main.yaml", "../state/.pulumi/stacks/platform/dev.json"];
  const written = files.map((file) => readFileSync(path.join(given.stack.dir, file), "utf8"));
  expect(written.filter((text) => text.includes(clearKey))).toEqual([]);
  expect(written.filter((text) => !text.includes("ci"))).toEqual([]);
});

test("a field that is taken out of the program is removed from the object", async () => {
  const main = path.join(given.stack.dir, "Main.yaml");
  writeFileSync(main, readFileSync(main, "utf8").replace('      displayName: "Development"\n', ""));
  await given.stack.pulumi(["up", "--yes", "--skip-preview"]);
  expect(writesOf(given.platform)).toEqual(["PATCH spacetemplates/dev"]);
  const [[template]] = stored();
  expect(template).toMatchObject({ metadata: { labels: label }, spec: {} });
  expect(template.spec.displayName).toBeUndefined();
});

test("the way back leaves every object on the platform", async () => {
  const before = stored();
  await given.stack.pulumi(["stack", "rm", "dev", "--force", "--yes"]);
  expect(stored()).toEqual(before);
});

test("every block of the page was run, but Terraform's own", () => {
  expect(page.unused().length).toBe(3);
});
