import { driftCommand } from "../../support/driftCommand";
import { foundIn } from "../../support/foundIn";
import { editAsColleague, writesOf } from "../../support/http";
import { programAdapters } from "../../support/programAdapters";
import { type ResourceDeclaration, resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const template = (name: string): ResourceDeclaration => ({ inputs: { name, displayName: "Ours" } });
const program = { edited: template("edited"), accepted: template("accepted"), other: template("other") };

const canary = "canary-of-the-program";
const secret: ResourceDeclaration = { inputs: { name: "secret", description: { "fn::secret": canary } } };

const forbidden = { method: "GET", name: "other", times: 1000, action: { status: 403 } } as const;
const ignore = ["--ignore", "accepted#/displayName until 2999-12-31 because ops renames it"];
const unread = ["edited: changed at /displayName", "other: unknown"];

/** Edited objects, options, result, display names afterwards, and the objects that are written. */
const rows: [what: string, edited: string[], args: string[], result: object, shown: string, written: string[]][] = [
  ["nothing without drift", [], [], { note: /changed nothing/ }, "Ours Ours Ours", []],
  ["nothing if an object is unread", ["edited"], [], { exitCode: 1, found: unread }, "Theirs Ours Ours", []],
  ["only the resources of --only", ["accepted"], ["--only", "accepted"], {}, "Theirs Ours Ours", ["accepted"]],
  ["no suppressed resource", ["accepted"], ignore, { note: /left alone .*::accepted/ }, "Ours Theirs Ours", ["edited"]],
  [
    "the rest",
    [],
    [],
    { repaired: /^--fix set back: "accepted" .*object "accepted" at http.*: changed \/displayName$/ },
    "Ours Ours Ours",
    ["accepted"],
  ],
];

describe.each(programAdapters)("drift --fix with %s", (_adapter, kind) => {
  const given = stackUnderTest(() => ({ program: kind, source: resourcePrograms[kind]({ ...program, secret }) }));

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
  });

  test.each(rows)("repairs %s", async (what, edited, args, result, shown, written) => {
    const { faults, requests, store } = given.platform;
    for (const name of edited)
      await editAsColleague(given.platform, `spacetemplates/${name}`, { spec: { displayName: "Theirs" } });
    if (what.includes("unread")) faults.add(forbidden);
    const before = given.stack.rawStateFile();
    requests.length = 0;
    const { exitCode, report } = await driftCommand(given.stack, ["--fix", ...args]);
    faults.clear();
    const {
      note = /^/,
      repaired,
      ...expected
    } = { exitCode: 0, found: [], ...result } as {
      note?: RegExp;
      repaired?: RegExp;
    };
    expect({ exitCode, found: foundIn(report) }).toEqual(expected);
    expect(report.notes[0] ?? "").toMatch(note);
    if (repaired) expect(report.notes[1]).toMatch(repaired);
    expect(Object.keys(program).map((name) => store.get("spacetemplates", name)?.spec?.displayName)).toEqual(
      shown.split(" "),
    );
    expect(writesOf(given.platform)).toEqual(written.map((name) => `PATCH spacetemplates/${name}`));
    expect(given.stack.rawStateFile() === before).toBe(written.length === 0);
  });

  test("shows no secret of the program if pulumi up fails", async () => {
    const { faults } = given.platform;
    await editAsColleague(given.platform, "spacetemplates/edited", { spec: { displayName: "Theirs" } });
    faults.add({ method: "PATCH", name: "edited", times: 1000, action: { status: 403 } });
    const { exitCode, stdout, stderr, report } = await driftCommand(given.stack, ["--fix"]);
    faults.clear();
    expect(report.findings).toContainEqual(
      expect.objectContaining({ kind: "unknown", message: expect.stringContaining("pulumi up --refresh failed") }),
    );
    expect(exitCode).toBe(1);
    expect([stdout, stderr, JSON.stringify(report)].join("\n")).not.toContain(canary);
    expect((await driftCommand(given.stack, ["--fix"])).exitCode).toBe(0);
  });

  test("leaves nothing for the next run, also with confirmations skipped", async () => {
    const { exitCode, report } = await driftCommand(given.stack, [], { env: { PULUMI_SKIP_CONFIRMATIONS: "true" } });
    expect([exitCode, report.outcome, foundIn(report)]).toEqual([0, "clean", []]);
  });
});
