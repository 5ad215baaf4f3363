import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readImportOptions } from "../../cli/import/readImportOptions";
import { runImport as runImportOf } from "../../cli/import/runImport";
import { sessionOf } from "../../cli/orphans/sessionOf";
import { temporaryFolder } from "../emulator/temporaryFolder";
import { createAsColleague, deleteAsColleague, editAsColleague } from "../support/http";
import { type RecordedPlatform, startRecorded } from "../support/startRecorded";
import { finish, startAfter } from "./program";
import { createFor, runOn } from "./stackOfTest";

const path = temporaryFolder();
const canary = "key-canary-0123456789";

let platform: RecordedPlatform;
beforeEach(async () => {
  platform = await startRecorded({ projects: ["web"] });
});
afterEach(() => platform.close());

const template = (name: string, more: object = {}, spec: object = {}) =>
  createAsColleague(platform, "spacetemplates", { kind: "SpaceTemplate", metadata: { name, ...more }, spec });
const key = (name: string, spec: object = {}, more: object = {}) =>
  createAsColleague(platform, "ownedaccesskeys", {
    kind: "OwnedAccessKey",
    metadata: { name, ...more },
    spec: { user: "ci", key: `${canary}-${name}`, ...spec },
  });
const virtualCluster = (name: string) =>
  createAsColleague(platform, "projects/web/importvirtualcluster", {
    kind: "ProjectImportVirtualCluster",
    metadata: { creationTimestamp: null },
    sourceVirtualCluster: { cluster: "c1", namespace: "vc-team", name },
  });

const list = () => path("import.json");
const runImport = (...args: string[]) => runOn(platform, "import", "--out", list(), ...args);
const resources = () => JSON.parse(readFileSync(list(), "utf8")).resources;
const ids = (): string[] => resources().map(({ id }: { id: string }) => id);
const requests = () =>
  platform.requests.map(({ method, path: asked }) => `${method} ${asked.replace(/^.*\/v1\//, "").replace(/\?.*/, "")}`);

test("everything of all kinds is in the file, with names made from those of the objects, and nothing is written to the platform", async () => {
  await template("dev.base");
  await template("0-first");
  await key("ci");
  await virtualCluster("team");
  const { code, out, err } = await runImport("--all");
  expect([code, err]).toEqual([0, ""]);
  const type = (kind: string) => `platform:index:${kind}`;
  expect(resources()).toEqual([
    { type: type("SpaceTemplate"), name: "_0FirstSpaceTemplate", logicalName: "0-first", id: "0-first" },
    { type: type("SpaceTemplate"), name: "devBaseSpaceTemplate", logicalName: "dev.base", id: "dev.base" },
    { type: type("OwnedAccessKey"), name: "ciOwnedAccessKey", logicalName: "ci", id: "ci" },
    {
      type: type("VirtualClusterImport"),
      name: "webTeamVirtualClusterImport",
      logicalName: "web.team",
      id: "web/team",
    },
  ]);
  expect(out).toBe(
    `Wrote ${list()} with 4 resources: 2 SpaceTemplates, 1 OwnedAccessKey, 1 VirtualClusterImport.\n` +
      "Next, in the folder of the Pulumi project:\n" +
      `  pulumi import --file ${list()} --yes\n` +
      "  (It prints a program: put that into the project's own, or the preview would delete what was imported.)\n" +
      "  pulumi preview --expect-no-changes\n",
  );
  expect(requests().filter((request) => !request.startsWith("GET "))).toEqual([]);
});

test("of keys that are not wanted only metadata are read, and each wanted one by itself", async () => {
  await key("ours");
  await key("theirs");
  await runImport("--name", "our*", "--kind", "OwnedAccessKey");
  expect(requests()).toEqual(["GET ownedaccesskeys", "GET ownedaccesskeys/ours"]);
  expect(platform.requests[0]?.headers.accept).toMatch(/^application\/json;as=PartialObjectMetadataList/);
});

describe("what is chosen", () => {
  const choices: [args: string[], chosen: string[]][] = [
    [["--all"], ["a-web", "b-web", "a-web", "web/a-team"]],
    [["--all", "--kind", "OwnedAccessKey"], ["a-web"]],
    [
      ["--all", "--kind", "VirtualClusterImport", "--kind", "SpaceTemplate"],
      ["a-web", "b-web", "web/a-team"],
    ],
    [["--label", "team=web"], ["b-web"]],
    [["--label", "team=web", "--name", "a*"], []],
    [
      ["--name", "a-*"],
      ["a-web", "a-web", "web/a-team"],
    ],
    [
      ["--name", "web/*", "--name", "b-web"],
      ["b-web", "web/a-team"],
    ],
    [["--name", "web"], []],
  ];

  test.each(choices)("%j", async (args, chosen) => {
    await template("b-web", { labels: { team: "web" } });
    await template("a-web", { labels: { team: "db" } });
    await key("a-web");
    await virtualCluster("a-team");
    expect((await runImport(...args)).code).toBe(0);
    expect(existsSync(list()) ? ids() : []).toEqual(chosen);
  });
});

test("what stacks have made is left out and counted, and taken with --managed", async () => {
  await createFor(platform, ["web", "prod"], "SpaceTemplate", { name: "made" });
  await createFor(platform, ["shop", "dev"], "OwnedAccessKey", { name: "made-key", user: "ci" });
  await template("free");
  const { out } = await runImport("--all");
  expect(ids()).toEqual(["free"]);
  expect(out).toContain("Left out what Pulumi stacks have made: 2 objects. --managed takes such objects, too.\n");
  const again = await runImport("--all", "--managed", "--force");
  expect(ids()).toEqual(["free", "made", "made-key"]);
  expect(again.out).not.toContain("Left out");
});

test("what is being deleted is left out and named", async () => {
  await template("going", { finalizers: ["example.test/wait"] });
  await deleteAsColleague(platform, "spacetemplates/going");
  await virtualCluster("ending");
  const where = "namespaces/p-web/virtualclusterinstances/ending";
  await editAsColleague(platform, where, { metadata: { finalizers: ["example.test/wait"] } });
  await deleteAsColleague(platform, where);
  await template("staying");
  const { code, out } = await runImport("--all");
  expect([code, ids()]).toEqual([0, ["staying"]]);
  expect(out).toContain('Left out SpaceTemplate "going": it is being deleted.\n');
  expect(out).toContain('Left out VirtualClusterImport "web/ending": it is being deleted.\n');
});

test.each(["yaml", "typescript"])(
  "no secret is in a file, and a program in %s says what it leaves out",
  async (language) => {
    const program = path("program");
    await key("ci", {
      identity: { userId: "u", connectorData: `${canary}-connector` },
      oidcProvider: { clientId: "c", nonce: `${canary}-nonce` },
      oidcLogin: { idToken: `${canary}-token` },
    });
    const { code } = await runImport("--all", "--program", language, "--program-out", program);
    const files = readFileSync(list(), "utf8") + readFileSync(program, "utf8");
    expect([code, ids()]).toEqual([0, ["ci"]]);
    expect(files).not.toContain("canary");
    expect(files).not.toContain(platform.accessKey);
    expect(files).toMatch(
      /(#|\/\/) Secret, so left out: key, identity\.connectorData, oidcProvider\.nonce, oidcLogin\. What of them is set stays/,
    );
  },
);

test("an object that quotes a secret in another field, also that of another object, is left out and named", async () => {
  await key("ci");
  await template("quoting", { annotations: { note: `was ${canary}-ci!` } });
  await template("clean");
  await template("own", { annotations: { note: platform.accessKey } });
  const { out } = await runImport("--all");
  expect(ids()).toEqual(["clean", "ci"]);
  for (const name of ["quoting", "own"]) {
    expect(out).toContain(`Left out SpaceTemplate "${name}": a field that is no secret holds the text of one`);
  }
  expect(out).not.toContain(canary);
});

test("a reason for leaving something out quotes no secret either", async () => {
  await key("ci");
  await template("alias", {}, { template: { objects: `a: *${canary}-ci` } });
  await template("key", {}, { template: { metadata: { labels: { [`${canary}-ci!`]: "x" } } } });
  const { code, out } = await runImport("--all");
  expect([code, ids()]).toEqual([0, ["ci"]]);
  for (const name of ["alias", "key"]) {
    expect(out).toContain(`Left out SpaceTemplate "${name}": a field that is no secret holds the text of one`);
  }
  expect(out).not.toContain(canary);
});

test("the time of a login is no secret to look for", async () => {
  const login = "2026-01-01T10:00:00Z";
  await key("ci", { identityRefresh: login, oidcLogin: { idToken: `${canary}-token`, lastRefresh: login } });
  await runImport("--all");
  expect(ids()).toEqual(["ci"]);
});

test("an object with a text that Pulumi takes for a mark of its own is left out and named", async () => {
  const [secret, unknown] = ["4dabf18193072939515e22adb298388d", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"];
  await template("as-key", { annotations: { [secret]: "x" } });
  await template("as-value", {}, { displayName: unknown });
  await template("within", {}, { displayName: `${secret} ${unknown}` });
  const { code, out } = await runImport("--all");
  expect([code, ids()]).toEqual([0, ["within"]]);
  for (const name of ["as-key", "as-value"]) {
    expect(out).toContain(`Left out SpaceTemplate "${name}": it holds a text that Pulumi takes for a mark of its own`);
  }
});

test("an object that no program can declare is left out and named, with the reason", async () => {
  await template("broken", {}, { template: { objects: "a: [" } });
  await template("whole");
  const { out } = await runImport("--all");
  expect(ids()).toEqual(["whole"]);
  expect(out).toMatch(
    /Left out SpaceTemplate "broken": a program cannot declare it: property "template\.objects" .*[^.]\.\n/,
  );
});

test("names in a program are unique where those of objects are alike to it", async () => {
  for (const name of ["a.b", "a-b", "a--b"]) await template(name);
  await key("a-b");
  await runImport("--all");
  expect(resources().map(({ name, logicalName }: Record<string, string>) => [name, logicalName])).toEqual([
    ["aBSpaceTemplate", "a--b"],
    ["aBSpaceTemplate_2", "a-b"],
    ["aBSpaceTemplate_3", "a.b"],
    ["aBOwnedAccessKey", "a-b"],
  ]);
});

test("a file that exists is not overwritten without --force, and nothing is asked before", async () => {
  await template("dev");
  const program = path("Main.yaml");
  writeFileSync(program, "mine");
  const args = ["--all", "--program", "yaml", "--program-out", program];
  const { code, err } = await runImport(...args);
  expect([code, err]).toEqual([
    1,
    `pulumi-platform import: ${program} exists already. Name another file, or overwrite it with --force.`,
  ]);
  expect([platform.requests, existsSync(list()), readFileSync(program, "utf8")]).toEqual([[], false, "mine"]);
  expect((await runImport(...args, "--force")).code).toBe(0);
  expect(readFileSync(program, "utf8")).toContain("devSpaceTemplate");
});

test("a file that cannot be written ends with 1 and says why", async () => {
  await template("dev");
  const { code, err } = await runOn(platform, "import", "--all", "--out", path("no/such/import.json"));
  expect([code, err]).toEqual([1, expect.stringMatching(/cannot write the import file .*its folder does not exist/)]);
});

describe("where one of two files cannot be written", () => {
  const program = () => ["--all", "--program", "yaml", "--program-out", path("no/such/Main.yaml")];

  test("the other one does not come into being", async () => {
    await template("dev");
    const { code, err } = await runImport(...program());
    expect([code, err]).toEqual([1, expect.stringMatching(/cannot write the program .*its folder does not exist/)]);
    expect(existsSync(list())).toBe(false);
  });

  test("the other one stays as it was, with --force too", async () => {
    await template("dev");
    writeFileSync(list(), "mine");
    expect((await runImport(...program(), "--force")).code).toBe(1);
    expect(readFileSync(list(), "utf8")).toBe("mine");
  });
});

test("a longer file that is overwritten leaves nothing of itself", async () => {
  await template("dev");
  writeFileSync(list(), " ".repeat(10_000));
  await runImport("--all", "--force");
  expect(readFileSync(list(), "utf8")).toMatch(/^\{\n/);
});

test("where nothing is chosen no file is written", async () => {
  const { code, out } = await runImport("--all", "--program", "yaml", "--program-out", path("Main.yaml"));
  expect([code, out]).toEqual([0, "There is nothing to import, so no file was written.\n"]);
  expect([existsSync(list()), existsSync(path("Main.yaml"))]).toEqual([false, false]);
});

test("a program that is written makes the import print none", async () => {
  await template("dev");
  const { out } = await runImport("--all", "--program", "typescript", "--program-out", path("index.ts"));
  expect(out).toContain(`Wrote ${list()} and ${path("index.ts")} with 1 resource: 1 SpaceTemplate.\n`);
  expect(out).toContain(`  pulumi import --file ${list()} --yes --generate-code=false\n`);
});

test("a platform without virtual clusters gives the other kinds, and a note", async () => {
  await template("dev");
  platform.faults.add({
    verb: "list",
    kind: "virtualclusterinstances",
    action: { status: 404, body: "404 page not found" },
  });
  const { code, err } = await runImport("--all");
  expect([code, ids()]).toEqual([0, ["dev"]]);
  expect(err).toBe("note: this platform does not list what a VirtualClusterImport stands for, so none was looked for.");
});

test("an object that is deleted between the list and its read is left out and named", async () => {
  await template("dev");
  await template("quick");
  const body = {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    reason: "NotFound",
    code: 404,
    message: "not found",
  };
  platform.faults.add({ verb: "get", kind: "spacetemplates", name: "quick", action: { status: 404, body } });
  const { code, out } = await runImport("--all");
  expect([code, ids()]).toEqual([0, ["dev"]]);
  expect(out).toContain('Left out SpaceTemplate "quick": it was deleted meanwhile.\n');
});

describe("a list of virtual clusters that expires", () => {
  const expires = (times: number) => {
    const body = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Expired", code: 410, message: "old" };
    platform.faults.add({ verb: "list", kind: "virtualclusterinstances", times, action: { status: 410, body } });
  };

  test("is begun again", async () => {
    await virtualCluster("team");
    expires(2);
    const { code, err } = await runImport("--all");
    expect([code, err, ids()]).toEqual([0, "", ["web/team"]]);
  });

  test("is not begun again for ever", async () => {
    expires(1000);
    expect(await runImport("--all")).toEqual({ code: 1, out: "", err: expect.stringContaining("410 Expired") });
  });
});

test("on a terminal notes come when the line of the progress is empty again", async () => {
  for (const name of ["dev", "test"]) await template(name, {}, { access: [{ users: ["*"], name: "all" }] });
  const written: string[] = [];
  const write = jest.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const { isTTY } = process.stderr;
  process.stderr.isTTY = true;
  process.env.PLATFORM_ACCESS_KEY = platform.accessKey;
  try {
    const session = sessionOf({ "base-url": platform.baseUrl });
    await runImportOf(session, readImportOptions({ all: true, out: list() }), (note) => written.push(note));
  } finally {
    delete process.env.PLATFORM_ACCESS_KEY;
    process.stderr.isTTY = isTTY;
    write.mockRestore();
  }
  // The last thing on the screen before them empties the line.
  expect(written.slice(-5)).toEqual([
    "Reading 2 of 2 …",
    expect.stringMatching(/G$/),
    expect.stringMatching(/K$/),
    expect.stringMatching(/^SpaceTemplate "\w+" has fields in lists/),
    expect.stringMatching(/^SpaceTemplate "\w+" has fields in lists/),
  ]);
});

test("a note is not lost where the command fails", async () => {
  await template("dev", {}, { access: [{ users: ["*"], name: "all" }] });
  await key("ci");
  platform.faults.add({ verb: "get", kind: "ownedaccesskeys", action: { status: 403 } });
  const { code, err } = await runImport("--all");
  expect([code, err]).toEqual([1, expect.stringMatching(/^note: SpaceTemplate "dev" has fields in lists .*403/)]);
});

test("who reads no further than the first words makes no failure of it", async () => {
  await template("dev");
  const settings = `export PLATFORM_BASE_URL=${platform.baseUrl} PLATFORM_ACCESS_KEY=${platform.accessKey}`;
  const program = startAfter(settings, "import", "--all", "--out", list());
  program.stdout.destroy();
  const { code, err } = await finish(program);
  expect([code, err, ids()]).toEqual([0, "", ["dev"]]);
}, 30_000);

describe("what fails writes nothing", () => {
  const failures: [
    what: string,
    fault: Parameters<RecordedPlatform["faults"]["add"]>[0],
    code: number,
    said: RegExp,
  ][] = [
    ["a key that is refused", { verb: "list", kind: "ownedaccesskeys", action: { status: 401 } }, 3, /401/],
    ["a key that is refused later", { verb: "get", kind: "spacetemplates", action: { status: 401 } }, 3, /401/],
    [
      "a list that is forbidden",
      { verb: "list", kind: "ownedaccesskeys", action: { status: 403 } },
      1,
      /Cannot list what a OwnedAccessKey stands for: .*403.* name the other kinds with --kind\.$/,
    ],
    ["an object that cannot be read", { verb: "get", kind: "spacetemplates", action: { status: 403 } }, 1, /403/],
  ];

  test.each(failures)("%s", async (_, fault, expected, said) => {
    await template("dev");
    await key("ci");
    platform.faults.add(fault);
    const { code, err } = await runImport("--all");
    expect([code, existsSync(list())]).toEqual([expected, false]);
    expect(err).toMatch(said);
  });

  test("no key at all", async () => {
    const home = process.env.HOME;
    process.env.HOME = path("home");
    try {
      const { code, err } = await runOn({ ...platform, accessKey: "" }, "import", "--all", "--out", list());
      expect([code, err]).toEqual([3, expect.stringContaining("Set PLATFORM_ACCESS_KEY")]);
    } finally {
      process.env.HOME = home;
    }
  });
});

const mistakes: [args: string[], said: RegExp][] = [
  [[], /^Say what to take: --all, --label or --name\s+Usage: pulumi-platform import/],
  [["--all", "--name", "a"], /^--all cannot be combined with --label or --name\s+Usage/],
  [["--all", "--label", "a=b"], /^--all cannot be combined with --label or --name\s+Usage/],
  [["--label", ""], /^--label must not be empty\s+Usage/],
  [["--label", " "], /^--label must not be empty\s+Usage/],
  [["--all", "--kind", "Space"], /^--kind must be one of SpaceTemplate, .*, not "Space"\s+Usage/],
  [["--all", "--program", "go"], /^--program must be one of yaml, typescript, not "go"\s+Usage/],
  [["--all", "--program-out", "a"], /^--program-out needs --program\s+Usage/],
  [["--all", "--out", "a", "--program", "yaml", "--program-out", "a"], /cannot be the same file\s+Usage/],
  [["--all", "--out", "./a", "--program", "yaml", "--program-out", "b/../a"], /cannot be the same file\s+Usage/],
  [["--label", "a in b"], /^--label is refused by the platform\. .*\s+Usage/],
];

test.each(mistakes)("a mistake in the call ends with 2 and the usage: %j", async (args, said) => {
  const { code, out, err } = await runOn(platform, "import", ...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(said);
});
