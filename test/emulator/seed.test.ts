import { existsSync, writeFileSync } from "node:fs";
import type { PlatformOptions } from "../../emulator/options";
import type { RunningPlatform } from "../../emulator/platform";
import { temporaryFolder } from "../support/temporaryFolder";
import { get } from "./conformance/row";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

const path = temporaryFolder();
const seedFile = () => path("objects.yaml");

type Run = (platform: RunningPlatform) => Promise<void>;
const seeded = (text: string, run: Run, options: PlatformOptions = {}) => {
  writeFileSync(seedFile(), text);
  return withPlatform({ seedFile: seedFile(), ...options }, run);
};
const failureOf = (text: string, options: PlatformOptions = {}) =>
  seeded(text, async () => {}, options).catch(({ message }: Error) => message.split("\n"));
const names = ({ store }: RunningPlatform, plural: string) => store.list(plural).map(({ metadata }) => metadata.name);

const document = (kind: string, name: string, more = "") =>
  `apiVersion: management.loft.sh/v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n${more}`;
const stream = (...documents: string[]) => documents.join("---\n");

const all = stream(
  "# an empty document\n",
  document("VirtualClusterInstance", "vc", "  namespace: p-team\nspec:\n  clusterRef:\n    cluster: c\n"),
  document("SpaceTemplate", "base", "spec:\n  displayName: Base\n  y: yes\n"),
  document("OwnedAccessKey", "ci", "spec:\n  key: seeded-key\n  ttl: 9223372036854775807\n"),
  document("Project", "team", "spec:\n  displayName: The team\n"),
);

test("objects of every kind exist from the start, in any order, and their keys open the API", () => {
  const check: Run = async (platform) => {
    expect(names(platform, "spacetemplates")).toEqual(["base"]);
    expect(names(platform, "virtualclusterinstances")).toEqual(["vc"]);
    // A project of the file has precedence over its name in the options.
    expect(platform.store.get("projects", "team")?.spec).toEqual({ displayName: "The team" });
    expect(names(platform, "projects")).toEqual(["team", "web"]);
    const key = await send(platform, { ...get("/ownedaccesskeys/ci"), authorization: "Bearer seeded-key" });
    expect([key.status, key.text]).toEqual([200, expect.stringContaining('"ttl":9223372036854775807')]);
    // Words of YAML 1.1, as in a create.
    expect(platform.store.get("spacetemplates", "base")?.spec).toEqual({ displayName: "Base", true: true });
  };
  return seeded(all, check, { projects: ["web", "team"] });
});

const [a, b] = ["a", "b"].map((name) =>
  JSON.stringify({ apiVersion: "management.loft.sh/v1", kind: "SpaceTemplate", metadata: { name } }),
);

test.each([
  ["a List", `{"kind":"List","apiVersion":"v1","items":[${a},${b}]}`],
  ["a list of the kind", `{"kind":"SpaceTemplateList","items":[${a},${b}]}`],
  ["a stream of two JSON objects", `${a}\n---\n${b}\n`],
])("%s has two objects", (_, text) =>
  seeded(text, async (platform) => expect(names(platform, "spacetemplates")).toEqual(["a", "b"])),
);

test("a seed creates objects that the data file lacks, and leaves the others alone", async () => {
  const dataFile = path("platform.data");
  const titled = (title: string) => document("SpaceTemplate", "a", `spec:\n  displayName: ${title}\n`);
  const unchanged: Run = async (platform) => {
    expect(platform.store.get("spacetemplates", "a")?.spec.displayName).toBe("first");
    expect(names(platform, "spacetemplates")).toEqual(["a", "b"]);
  };
  await seeded(titled("first"), async () => {}, { dataFile });
  await seeded(stream(titled("second"), document("SpaceTemplate", "b")), unchanged, { dataFile });
  await withPlatform({ dataFile }, unchanged);
});

test("an error names every invalid document with every reason, and no data file is made", async () => {
  const dataFile = path("platform.data");
  const wrong = stream(
    document("SpaceTemplate", "good"),
    document("SpaceTemplate", "Bad", "  labels:\n    -a: x y\n"),
    document("SpaceTemplate", "typed", "spec:\n  displayName: 1\n  access: {}\n"),
    document("SpaceTemplate", "unknown", "sepc: {}\n"),
    document("Pod", "p"),
    document("VirtualClusterInstance", "lost", "  namespace: p-none\n"),
    document("VirtualClusterInstance", "nowhere"),
    document("SpaceTemplate", "good"),
    "kind: List\nitems:\n- 5\n- kind: SpaceTemplate\n",
  );
  expect(await failureOf(wrong, { dataFile })).toEqual([
    `cannot start with the seed file ${seedFile()}:`,
    expect.stringMatching(/^ {2}document 2, SpaceTemplate "Bad": .*metadata\.name: .*metadata\.labels: .*"x y"/),
    expect.stringMatching(/^ {2}document 3, SpaceTemplate "typed": .*spec\.access .*spec\.displayName /),
    expect.stringMatching(/^ {2}document 4, SpaceTemplate "unknown": .*unknown field "sepc"$/),
    '  document 5: its kind "Pod" is none of SpaceTemplate, OwnedAccessKey, Project, VirtualClusterInstance',
    '  document 6, VirtualClusterInstance "lost": namespaces "p-none" not found',
    '  document 7: VirtualClusterInstance "nowhere": metadata.namespace is missing: it is p-<name of the project>',
    `  document 8, SpaceTemplate "good": spacetemplates.management.loft.sh "good" already exists`,
    "  document 9, item 1: it is no object",
    "  document 9, item 2: SpaceTemplate: metadata.name is missing",
  ]);
  expect(existsSync(dataFile)).toBe(false);
});

test("an error names every document that cannot be parsed, or the missing file", async () => {
  const doubled = document("SpaceTemplate", "a", "spec:\n  displayName: a\n  displayName: b\n");
  const wrong = stream("\n", "a: [b\n", doubled, document("SpaceTemplate", "b"), '{"kind":"Lists","kind":"List"}\n');
  expect(await failureOf(wrong)).toEqual([
    `cannot start with the seed file ${seedFile()}:`,
    expect.stringMatching(/^ {2}document 1: yaml: line 2: /),
    expect.stringMatching(/^ {2}document 2: line 7: duplicated mapping key/),
    '  document 4: duplicate field "kind"',
  ]);
  await expect(withPlatform({ seedFile: path("none.yaml") }, async () => {})).rejects.toThrow(
    /cannot read the seed file .*none\.yaml: there is no such file \(ENOENT\)/,
  );
});

test("the demo is a platform with people, projects, templates, secrets and instances", async () => {
  const options: PlatformOptions = { api: 4, demo: true, dataFile: path("platform.data"), projects: ["default"] };
  const everything = ({ store }: RunningPlatform) => [...store.all()].map(({ entry }) => entry.json);
  let before: string[] = [];
  await withPlatform(options, async (platform) => {
    const { store } = platform;
    expect(names(platform, "projects")).toEqual(["analytics", "default", "shop"]);
    for (const plural of [
      "teams",
      "users",
      "projectsecrets",
      "sharedsecrets",
      "virtualclustertemplates",
      "spaceinstances",
    ])
      expect([plural, store.list(plural).length > 0]).toEqual([plural, true]);
    const phases = store.list("virtualclusterinstances").map(({ metadata, status }) => [metadata.name, status.phase]);
    expect(phases).toEqual([
      ["notebooks", "Ready"],
      ["dev", "Ready"],
      ["qa", "Sleeping"],
    ]);
    expect(names(platform, "clusters")).toEqual(["loft-cluster"]);
    before = everything(platform);
  });
  await withPlatform(options, async (platform) => expect(everything(platform)).toEqual(before));
});

test("an object of a seed has its status from the start, which must be one of its kind", async () => {
  const space = (status: string) => document("SpaceInstance", "ci", `  namespace: p-team\nstatus:\n  ${status}\n`);
  const text = (status: string) => stream(document("Project", "team"), space(status));
  const check: Run = async ({ store }) => {
    expect(store.get("spaceinstances", "ci", "p-team")?.status).toEqual({ phase: "Sleeping" });
  };
  await seeded(text("phase: Sleeping"), check, { api: 4 });
  expect(await failureOf(text("phase: 5"), { api: 4 })).toEqual([expect.stringMatching(/status\.phase/)]);
});
