import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { groupPath, statusWithKey } from "../../../support/http";
import { linkPrograms } from "../../../support/linkPrograms";
import { testWith } from "../../../support/needs";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { startRecorded } from "../../../support/startRecorded";
import { pageUnderTest } from "../support/pageUnderTest";
import { shellUnderTest } from "../support/shellUnderTest";

const page = pageUnderTest("docs/embedded-platform.md");
const given = stackUnderTest(() => ({
  program: "yaml",
  source: 'resources: { dev: { type: "platform:index:SpaceTemplate", properties: { name: dev } } }',
}));
const shell = shellUnderTest(() => given.stack);
const file = (name: string, text: string) => writeFileSync(path.join(given.stack.dir, name), text);
const typed = (text: string) => ({ text, place: "between the blocks" });

/** What the block after this one finds in the folder that it runs in. */
const manifests = {
  "template.yaml": "apiVersion: management.loft.sh/v1\nkind: SpaceTemplate\nmetadata: { name: dev }\n",
  "import.json": JSON.stringify({
    apiVersion: "management.loft.sh/v1",
    kind: "ProjectImportVirtualCluster",
    sourceVirtualCluster: { cluster: "c1", namespace: "vc", name: "team" },
  }),
};

beforeAll(() => linkPrograms(given.stack.dir));

test("it says what to paste so that the provider uses it", async () => {
  const printed = await shell.start(page.block("npx pulumi-platform serve"), /Ctrl-C/);
  const exported = printed.split("\n").filter((line) => line.startsWith("  export "));
  expect(exported).toHaveLength(2);
  await shell.run(typed(`(\n${exported.join("\n")}\npulumi up --skip-preview\n)`));
  expect(given.platform.requests).toEqual([]);
});

test("a pipeline waits for it and reads where it is", async () => {
  await shell.run(page.block("until [ -s platform.json ]"));
  const url = `$PLATFORM_BASE_URL${groupPath}/spacetemplates`;
  const asked = typed(`curl -sS -H "Authorization: Bearer $PLATFORM_ACCESS_KEY" "${url}"`);
  expect(JSON.parse(await shell.run(asked))).toMatchObject({ kind: "SpaceTemplateList" });
});

test("its faults are told to it, and every answer is a list of them", async () => {
  const printed = await shell.run(page.block('faults="$(value faultsUrl)"'));
  const answers = printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers.map((answer) => JSON.stringify(answer).match(/"action"/g)?.length ?? 0)).toEqual([1, 3, 4, 1, 3]);
});

test("it starts with the objects of a file, whose keys open it", async () => {
  file("objects.yaml", page.block("kind: Project").text);
  const platform = await startRecorded({ seedFile: path.join(given.stack.dir, "objects.yaml") });
  try {
    expect(platform.store.get("projects", "team")).toBeDefined();
    expect(platform.store.get("spacetemplates", "base")).toMatchObject({ spec: { displayName: "Base" } });
    expect(await statusWithKey(platform, "ci-key")).toBe(403);
  } finally {
    await platform.close();
  }
});

testWith("kubectl")("kubectl works with it, by either configuration", async () => {
  const folder = path.join(given.stack.dir, "kubectl");
  mkdirSync(folder);
  for (const [name, text] of Object.entries(manifests)) writeFileSync(path.join(folder, name), text);
  linkPrograms(folder);
  await shell.run(typed(`cd "${folder}"`));
  await shell.run(page.block("--tls-self-signed --json"));
  await shell.run(typed("until [ -s platform.json ]; do sleep 0.1; done"));
  await shell.run(page.block("kubectl config set-cluster"));
  const printed = await shell.run(page.block("kubectl api-resources"));
  for (const said of ["spacetemplates", "spacetemplate.management.loft.sh/dev created", "deleted"]) {
    expect(printed).toContain(said);
  }
  expect(await shell.run(page.block("kubectl create --raw"))).toContain('"kind":"ProjectImportVirtualCluster"');

  const [baseUrl, caFile, accessKey] = JSON.parse(
    await shell.run(
      typed(
        "node -p 'const p = JSON.parse(fs.readFileSync(\"platform.json\")); JSON.stringify([p.baseUrl, p.caFile, p.accessKey])'",
      ),
    ),
  );
  const config = page.block("kind: Config").with({
    "https://127.0.0.1:8443": baseUrl,
    "/tmp/pulumi-platform-x/ca.pem": caFile,
    "the-access-key": accessKey,
  });
  writeFileSync(path.join(folder, "own.kubeconfig"), config.text);
  const found = await shell.run(
    typed("KUBECONFIG=own.kubeconfig kubectl get virtualclusterinstances -n p-default -o name"),
  );
  expect(found).toBe("virtualclusterinstance.management.loft.sh/team\n");
});

testWith("kubectl")("every block of the page was run", async () => expect(page.unused()).toEqual([]));
