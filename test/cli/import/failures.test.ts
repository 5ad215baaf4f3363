import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readImportOptions } from "../../../cli/import/readImportOptions";
import { runImport as runImportOf } from "../../../cli/import/runImport";
import { sessionOf } from "../../../cli/orphans/sessionOf";
import type { RecordedPlatform } from "../../support/startRecorded";
import { finish, startAfter } from "../program";
import { runOn } from "../stackOfTest";
import { importing } from "./importing";

const { ids, key, list, path, platform, runImport, template } = importing();

const forbidden = /Cannot list what a OwnedAccessKey stands for: .*403.* name the other kinds with --kind\.$/;

const inLists = { access: [{ users: ["*"], name: "all" }] };

test("notes on a terminal are printed after the progress line is cleared", async () => {
  for (const name of ["dev", "test"]) await template(name, {}, inLists);
  const written: string[] = [];
  const write = jest.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const { isTTY } = process.stderr;
  process.stderr.isTTY = true;
  process.env.PLATFORM_ACCESS_KEY = platform().accessKey;
  try {
    const session = sessionOf({ "base-url": platform().baseUrl });
    await runImportOf(session, readImportOptions({ all: true, out: list() }), (note) => written.push(note));
  } finally {
    delete process.env.PLATFORM_ACCESS_KEY;
    process.stderr.isTTY = isTTY;
    write.mockRestore();
  }
  const note = expect.stringMatching(/^SpaceTemplate "\w+" has fields in lists/);
  const clearing = [expect.stringMatching(/G$/), expect.stringMatching(/K$/)];
  expect(written.slice(-5)).toEqual(["Reading 2 of 2 …", ...clearing, note, note]);
});

test("a failing command shows its notes", async () => {
  await template("dev", {}, inLists);
  await key("ci");
  platform().faults.add({ verb: "get", kind: "ownedaccesskeys", action: { status: 403 } });
  const { code, err } = await runImport("--all");
  expect([code, err]).toEqual([1, expect.stringMatching(/^note: SpaceTemplate "dev" has fields in lists .*403/)]);
});

test("a closed stdout is no failure", async () => {
  await template("dev");
  const settings = `export PLATFORM_BASE_URL=${platform().baseUrl} PLATFORM_ACCESS_KEY=${platform().accessKey}`;
  const program = startAfter(settings, "import", "--all", "--out", list());
  program.stdout.destroy();
  const { code, err } = await finish(program);
  expect([code, err, ids()]).toEqual([0, "", ["dev"]]);
}, 30_000);

test.each<[string, Parameters<RecordedPlatform["faults"]["add"]>[0], number, RegExp]>([
  ["a refused key", { verb: "list", kind: "ownedaccesskeys", action: { status: 401 } }, 3, /401/],
  ["a key that is refused later", { verb: "get", kind: "spacetemplates", action: { status: 401 } }, 3, /401/],
  ["a forbidden list", { verb: "list", kind: "ownedaccesskeys", action: { status: 403 } }, 1, forbidden],
  ["an unreadable object", { verb: "get", kind: "spacetemplates", action: { status: 403 } }, 1, /403/],
])("%s writes no file", async (_, fault, expected, message) => {
  await template("dev");
  await key("ci");
  platform().faults.add(fault);
  const { code, err } = await runImport("--all");
  expect([code, existsSync(list())]).toEqual([expected, false]);
  expect(err).toMatch(message);
});

test("a missing key exits with 3 and a remedy", async () => {
  const home = process.env.HOME;
  process.env.HOME = path("home");
  try {
    const { code, err } = await runOn({ ...platform(), accessKey: "" }, "import", "--all", "--out", list());
    expect([code, err]).toEqual([3, expect.stringContaining("Set PLATFORM_ACCESS_KEY")]);
  } finally {
    process.env.HOME = home;
  }
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

test.each(mistakes)("a wrong call exits with 2 and the usage: %j", async (args, said) => {
  const { code, out, err } = await runOn(platform(), "import", ...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(said);
});

test("an existing file is not overwritten without --force, and no request is sent", async () => {
  await template("dev");
  const program = path("Main.yaml");
  writeFileSync(program, "mine");
  const args = ["--all", "--program", "yaml", "--program-out", program];
  const { code, err } = await runImport(...args);
  const message = `${program} exists already. Name another file, or overwrite it with --force.`;
  expect([code, err]).toEqual([1, `pulumi-platform import: ${message}`]);
  expect([platform().requests, existsSync(list()), readFileSync(program, "utf8")]).toEqual([[], false, "mine"]);
  expect((await runImport(...args, "--force")).code).toBe(0);
  expect(readFileSync(program, "utf8")).toContain("devSpaceTemplate");
});

test.each<[string, string[], RegExp]>([
  ["import file", ["--out", "no/such/import.json"], /cannot write the import file .*its folder does not exist/],
  [
    "program",
    ["--out", "import.json", "--force", "--program", "yaml", "--program-out", "no/such/Main.yaml"],
    /cannot write the program .*its folder does not exist/,
  ],
])("a failed write of the %s exits with 1, and no other file is made or changed", async (_, args, message) => {
  await template("dev");
  const inFolder = args.map((arg) => (/\./.test(arg) ? path(arg) : arg));
  const first = await runOn(platform(), "import", "--all", ...inFolder);
  expect([first.code, first.err, existsSync(list())]).toEqual([1, expect.stringMatching(message), false]);
  writeFileSync(list(), "mine");
  expect((await runOn(platform(), "import", "--all", ...inFolder)).code).toBe(1);
  expect(readFileSync(list(), "utf8")).toBe("mine");
});

test("a longer file is replaced completely", async () => {
  await template("dev");
  writeFileSync(list(), " ".repeat(10_000));
  await runImport("--all", "--force");
  expect(readFileSync(list(), "utf8")).toMatch(/^\{\n/);
});

test("no file is written if nothing is selected", async () => {
  const { code, out } = await runImport("--all", "--program", "yaml", "--program-out", path("Main.yaml"));
  expect([code, out]).toEqual([0, "There is nothing to import, so no file was written.\n"]);
  expect([existsSync(list()), existsSync(path("Main.yaml"))]).toEqual([false, false]);
});

test("the import prints no program if one is written", async () => {
  await template("dev");
  const { out } = await runImport("--all", "--program", "typescript", "--program-out", path("index.ts"));
  expect(out).toContain(`Wrote ${list()} and ${path("index.ts")} with 1 resource: 1 SpaceTemplate.\n`);
  expect(out).toContain(`  pulumi import --file ${list()} --yes --generate-code=false\n`);
});
