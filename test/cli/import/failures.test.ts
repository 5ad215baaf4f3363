import { existsSync } from "node:fs";
import { readImportOptions } from "../../../cli/import/readImportOptions";
import { runImport as runImportOf } from "../../../cli/import/runImport";
import { sessionOf } from "../../../cli/orphans/sessionOf";
import type { RecordedPlatform } from "../../support/startRecorded";
import { finish, startAfter } from "../program";
import { runOn } from "../stackOfTest";
import { importing } from "./importing";

const { ids, key, list, path, platform, runImport, template } = importing();

test("on a terminal notes come when the line of the progress is empty again", async () => {
  for (const name of ["dev", "test"]) await template(name, {}, { access: [{ users: ["*"], name: "all" }] });
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
  platform().faults.add({ verb: "get", kind: "ownedaccesskeys", action: { status: 403 } });
  const { code, err } = await runImport("--all");
  expect([code, err]).toEqual([1, expect.stringMatching(/^note: SpaceTemplate "dev" has fields in lists .*403/)]);
});

test("who reads no further than the first words makes no failure of it", async () => {
  await template("dev");
  const settings = `export PLATFORM_BASE_URL=${platform().baseUrl} PLATFORM_ACCESS_KEY=${platform().accessKey}`;
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
    platform().faults.add(fault);
    const { code, err } = await runImport("--all");
    expect([code, existsSync(list())]).toEqual([expected, false]);
    expect(err).toMatch(said);
  });

  test("no key at all", async () => {
    const home = process.env.HOME;
    process.env.HOME = path("home");
    try {
      const { code, err } = await runOn({ ...platform(), accessKey: "" }, "import", "--all", "--out", list());
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
  const { code, out, err } = await runOn(platform(), "import", ...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(said);
});
