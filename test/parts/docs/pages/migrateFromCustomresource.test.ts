import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { groupPath, statusWithKey, writesOf } from "../../../support/http";
import { kubernetesState } from "../../../support/kubernetesState";
import { linkPrograms } from "../../../support/linkPrograms";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { pageUnderTest } from "../support/pageUnderTest";
import { printedLike } from "../support/printedLike";
import { shellUnderTest } from "../support/shellUnderTest";

const clearKey = "clear-key-0123456789";
const page = pageUnderTest("docs/migrate-from-customresource.md");
const given = stackUnderTest(() => ({ program: "yaml", source: "resources: {}", platform: { projects: ["web"] } }));
const shell = shellUnderTest(() => given.stack);

/** Objects as pulumi-kubernetes writes them, and as its predecessors left them. */
const objects: readonly (readonly [plural: string, manager: string, object: Manifest])[] = [
  [
    "spacetemplates",
    "pulumi-kubernetes-0a1b2c3d",
    {
      kind: "SpaceTemplate",
      metadata: { name: "dev", labels: { team: "web" }, annotations: { "pulumi.com/autonamed": "true" } },
      spec: { displayName: "Development", template: { metadata: { labels: { team: "web" } } } },
    },
  ],
  [
    "ownedaccesskeys",
    "pulumi-kubernetes",
    {
      kind: "OwnedAccessKey",
      metadata: {
        name: "ci",
        labels: { "app.kubernetes.io/managed-by": "pulumi" },
        annotations: { "kubectl.kubernetes.io/last-applied-configuration": `{"spec":{"key":"${clearKey}"}}` },
      },
      spec: {
        displayName: "CI",
        user: "ci-bot",
        key: clearKey,
        ttl: 2_592_000,
        scope: { projects: [{ project: "web" }] },
      },
    },
  ],
];

interface Manifest {
  kind: string;
  metadata: { name: string; labels?: object; annotations?: object };
  spec: object;
}

const created: Manifest[] = [];
const stored = () =>
  objects.map(([plural, , { metadata }]) =>
    JSON.parse(JSON.stringify(given.platform.store.get(plural, metadata.name) ?? null)),
  );
const stateOfToday = async () => JSON.stringify(await given.stack.exportState()) + given.stack.rawStateFile();

beforeAll(async () => {
  linkPrograms(given.stack.dir);
  for (const [plural, manager, object] of objects) {
    const response = await fetch(`${given.platform.baseUrl}${groupPath}/${plural}?fieldManager=${manager}`, {
      method: "POST",
      headers: { authorization: `Bearer ${given.platform.accessKey}`, "content-type": "application/json" },
      body: JSON.stringify({ apiVersion: "management.loft.sh/v1", ...object }),
    });
    created.push((await response.json()) as Manifest);
  }
  await leave(kubernetesState(created, { token: clearKey }));
  given.platform.requests.length = 0;
});

/** Gives the stack a state that another provider has left. */
async function leave(state: object): Promise<void> {
  const file = path.join(given.stack.dir, "left.json");
  writeFileSync(file, JSON.stringify(state));
  await given.stack.pulumi(["stack", "import", "--file", file]);
}

test("the state of pulumi-kubernetes holds the key in clear text, and cannot be used without its plugin", async () => {
  expect(given.stack.rawStateFile()).toContain(clearKey);
  const { exitCode, stdout } = await given.stack.preview([], { expectSuccess: false });
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining("pulumi-resource-kubernetes")]);
});

test("what moves is listed, and written as a list and a program without a key", async () => {
  const settings = {
    "<this repo>/bin:": "",
    "https://platform.example.com": given.platform.baseUrl,
    "…": given.platform.accessKey,
  };
  await shell.run(page.block("export PLATFORM_BASE_URL").with(settings));
  const moving = await shell.run(page.block("> moving.txt"));
  expect(moving.trim().split("\n")).toEqual([
    "urn:pulumi:dev::test::kubernetes:management.loft.sh/v1:SpaceTemplate::dev",
    "urn:pulumi:dev::test::kubernetes:management.loft.sh/v1:OwnedAccessKey::ci",
  ]);
  expect(await shell.run(page.block("npx pulumi-platform import"))).toMatch(
    printedLike("with 2 resources: 1 SpaceTemplate, 1 OwnedAccessKey"),
  );
  const written = ["import.json", "Main.yaml"]
    .map((file) => readFileSync(path.join(given.stack.dir, file), "utf8"))
    .join("");
  expect(written).toContain("ciOwnedAccessKey");
  expect(written).not.toContain(clearKey);
});

test("where others depend on them, nothing is forgotten", async () => {
  const [, key] = created;
  const user = { apiVersion: "v1", kind: "Secret", metadata: { name: "access" }, uses: key };
  await leave(kubernetesState([...created, user], {}));
  const forget = page.block("< moving.txt");
  const printed = await shell.run(forget, { fails: [["xargs -0 pulumi state delete", 123]] });
  expect(printed).toContain("can't be safely deleted because the following resources depend on it");
  expect(given.stack.rawStateFile()).toContain("SpaceTemplate::dev");
  await leave(kubernetesState(created, { token: clearKey }));
});

test("the objects are taken over as they are, and preview shows no changes", async () => {
  const before = stored();
  await shell.run(page.block("< moving.txt"));
  await shell.run(page.block("pulumi:providers:kubernetes"));
  expect(await shell.run(page.block("pulumi import --file"))).toMatch(printedLike("2 imported … 3 unchanged"));
  expect(given.stack.rawStateFile()).toContain(clearKey);
  await shell.run(page.block("pulumi up --yes", "The move"));
  expect(await stateOfToday()).not.toContain(clearKey);
  expect(stored()).toEqual(before);
  expect(writesOf(given.platform)).toEqual([]);
});

test("the replaced key opens nothing any more, the template is the same object, and nothing shows a key", async () => {
  const main = path.join(given.stack.dir, "Main.yaml");
  const [others = ""] = readFileSync(main, "utf8").split("  ciOwnedAccessKey:");
  writeFileSync(main, others + page.block("ciOwnedAccessKey:").text);
  await shell.run(page.block("pulumi up --yes", "Replace the keys"));
  const { token } = await given.stack.outputs({ showSecrets: true });
  expect(await statusWithKey(given.platform, clearKey)).toBe(401);
  expect(await statusWithKey(given.platform, String(token))).toBe(403);
  const [template, key] = stored();
  expect([template.metadata.uid, key]).toEqual([
    (created[0] as unknown as { metadata: { uid: string } }).metadata.uid,
    null,
  ]);
  const { stdout } = await given.stack.preview(["--expect-no-changes"]);
  expect(stdout).toContain("3 unchanged");
  const everything = (await stateOfToday()) + given.stack.rawStateFile();
  expect([clearKey, String(token)].filter((each) => everything.includes(each))).toEqual([]);
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
