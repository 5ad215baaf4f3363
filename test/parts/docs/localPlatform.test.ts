import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { groupPath, statusWithKey } from "../../support/http";
import { testWith } from "../../support/needs";
import { pageUnderTest } from "../../support/pageUnderTest";
import { shellUnderTest } from "../../support/shellUnderTest";
import { stackUnderTest } from "../../support/stackUnderTest";
import { startRecorded } from "../../support/startRecorded";
import { userEnvironment } from "../../support/userEnvironment";
import { installPackage } from "../../support/userInstall";

const page = pageUnderTest("docs/local-platform.md");
const source = 'resources: { dev: { type: "vcluster-platform:index:SpaceTemplate", properties: { name: dev } } }';
const given = stackUnderTest(() => ({ program: "yaml", source }));
const shell = shellUnderTest(() => ({ dir: given.stack.dir, env: { ...given.stack.env, ...userEnvironment } }));
const typed = (text: string) => ({ text, place: "between the blocks" });

beforeAll(() => installPackage(shell));

test("it prints the settings with which the provider uses it", async () => {
  const printed = await shell.start(page.block("npx --no -- pulumi-vcluster-platform serve"), /Ctrl-C/);
  const exported = printed.split("\n").filter((line) => line.startsWith("  export "));
  expect(exported).toHaveLength(2);
  await shell.run(typed(`(\n${exported.join("\n")}\nPATH="$PWD/node_modules/.bin:$PATH" pulumi up --skip-preview\n)`));
  expect(given.platform.requests).toEqual([]);
});

test("a pipeline waits for it and reads its address", async () => {
  await shell.run(page.block("until [ -s platform.json ]"));
  const url = `$VCLUSTER_PLATFORM_BASE_URL${groupPath}/spacetemplates`;
  const asked = typed(`printf 'Authorization: Bearer %s' "$VCLUSTER_PLATFORM_ACCESS_KEY" | curl -sS -H @- "${url}"`);
  expect(JSON.parse(await shell.run(asked))).toMatchObject({ kind: "SpaceTemplateList" });
});

test("it accepts faults and responds with the list of all faults", async () => {
  const printed = await shell.run(page.block('faults="$(value faultsUrl)"'));
  const lists = printed.trim().split("\n");
  expect(lists.map((list) => JSON.stringify(JSON.parse(list)).match(/"action"/g)?.length ?? 0)).toEqual([
    1, 3, 4, 1, 3,
  ]);
});

test("it starts with the objects of a file, including access keys", async () => {
  const seedFile = path.join(given.stack.dir, "objects.yaml");
  writeFileSync(seedFile, page.block("kind: Project").text);
  const platform = await startRecorded({ seedFile });
  try {
    expect(platform.store.get("projects", "team")).toBeDefined();
    expect(platform.store.get("spacetemplates", "base")).toMatchObject({ spec: { displayName: "Base" } });
    expect(await statusWithKey(platform, "ci-key")).toBe(403);
  } finally {
    await platform.close();
  }
});

test("it starts with the connected clusters of a file", async () => {
  const seedFile = path.join(given.stack.dir, "clusters.yaml");
  writeFileSync(seedFile, page.block("kind: Cluster").text);
  const platform = await startRecorded({ seedFile, api: 4 });
  try {
    expect(platform.stores.get("loft-cluster")?.get("services", "web", "vcluster-web")).toBeDefined();
  } finally {
    await platform.close();
  }
});

testWith("kubectl")("kubectl works", async () => {
  const folder = path.join(given.stack.dir, "kubectl");
  const file = (name: string) => path.join(folder, name);
  mkdirSync(folder);
  const apiVersion = "management.loft.sh/v1";
  const template = { apiVersion, kind: "SpaceTemplate", metadata: { name: "dev" } };
  writeFileSync(file("template.yaml"), JSON.stringify(template));
  await shell.run(typed(`cd "${folder}"`));
  await shell.run(page.block("--tls-self-signed --json"));
  await shell.run(typed("until [ -s platform.json ]; do sleep 0.1; done"));
  await shell.run(page.block("kubectl config set-cluster"));
  const printed = await shell.run(page.block("kubectl explain"));
  for (const words of ["OwnedAccessKey", "spacetemplate.management.loft.sh/dev created", "deleted"])
    expect(printed).toContain(words);
});

testWith("kubectl")("every block of the page is used", async () => expect(page.unused()).toEqual([]));
