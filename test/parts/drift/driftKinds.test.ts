import { clockedStack } from "../../support/clockedStack";
import { type Declaration, declaredPrograms } from "../../support/declaredPrograms";
import { type DriftRun, driftCommand } from "../../support/driftCommand";
import { foundIn } from "../../support/foundIn";
import { createAsColleague } from "../../support/http";
import { programFaces } from "../../support/programFaces";
import { colleagueAt, deleted, merged, recreated, replaced } from "./table/colleague";
import type { Happening } from "./table/driftRow";

const template = (name: string, more: object = {}): Declaration => ({
  type: "SpaceTemplate",
  inputs: { name, ...more },
});
const key = (name: string, more: object = {}): Declaration => ({
  type: "OwnedAccessKey",
  inputs: { name, user: "ci", ...more },
});
const day = 24 * 60 * 60;

const program = {
  rotated: key("rotated"),
  disabled: key("disabled"),
  enabled: key("enabled", { disabled: true }),
  expired: key("expired", { ttl: 3600 }),
  expiring: key("expiring", { ttl: day }),
  due: key("due", { ttl: day, rotateBeforeExpiry: 7200 }),
  lasting: key("lasting", { ttl: 30 * day }),
  deleted: template("deleted"),
  recreated: template("recreated"),
  terminating: template("terminating", { finalizers: ["example.test/theirs"] }),
};

const happenings: Record<string, Happening> = {
  "ownedaccesskeys/rotated": replaced("/spec/key", "a-key-that-somebody-else-chose"),
  "ownedaccesskeys/disabled": merged({ spec: { disabled: true } }),
  "ownedaccesskeys/enabled": merged({ spec: { disabled: false } }),
  "spacetemplates/deleted": deleted,
  "spacetemplates/recreated": recreated,
  "spacetemplates/terminating": deleted,
};

/** All that has happened, without what expires soon. */
const happened = [
  "deleted: deleted",
  "disabled: disabled at /disabled",
  "due: due at /expiresAt",
  "enabled: disabled at /disabled",
  "expired: expired at /expiresAt",
  "left-behind: orphan",
  "recreated: recreated at /uid",
  "retired: retired",
  "rotated: rotated at /key",
  "terminating: terminating",
  "unfinished: unfinished",
];

const rotatedOnly = ["--only", "rotated", "--skip-orphans"];
const oneSuppressed = /1 suppressed finding/;

/** What a search with these options ends with, what counts of it, and what a person reads. */
type Row = [args: string[], exitCode: number, found: string[], said: RegExp];

const rows: Row[] = [
  [[], 7, happened, /Rotated key/],
  [
    ["--expiring-within", "2h"],
    7,
    [...happened, "due: expiring at /expiresAt", "expiring: expiring at /expiresAt"].sort(),
    /Expiring key/,
  ],
  [["--only", "r*"], 7, ["recreated: recreated at /uid", "retired: retired", "rotated: rotated at /key"], /./],
  [["--only", "lasting", "--only", "expiring"], 0, [], /2 resources are as declared/],
];

/** What counts is decided when all is found, so one face will do. */
const rowsOfOne: Row[] = [
  [rotatedOnly, 7, ["rotated: rotated at /key"], /1 rotated/],
  [[...rotatedOnly, "--exit-code", "terraform"], 2, ["rotated: rotated at /key"], /1 rotated/],
  [[...rotatedOnly, "--fail-on", "deleted,orphan"], 0, ["rotated: rotated at /key"], /1 rotated/],
  [[...rotatedOnly, "--ignore", "rotated#/key until 2999-12-31 because ops did it"], 0, [], oneSuppressed],
  [[...rotatedOnly, "--ignore", "*# until 2999-12-31 because ops did it"], 0, [], oneSuppressed],
  [
    [...rotatedOnly, "--ignore", "rotated#/key until 2020-01-01 because ops did it"],
    7,
    ["rotated: rotated at /key"],
    /ended on 2020-01-01 and suppresses nothing any more/,
  ],
  [["--ignore", "rotated#/displayName until 2999-12-31 because ops"], 7, happened, /matches nothing any more/],
];

describe.each(programFaces)("what a search for drift finds with %s", (_face, kind) => {
  const given = clockedStack({ program: kind, source: declaredPrograms[kind](program), typecheck: false });
  /** A create whose answer is lost, of which nobody can tell whether it is still under way. */
  const leaveUnfinished = async () => {
    const { faults, store } = given.platform;
    const name = "unfinished";
    given.stack.write(declaredPrograms[kind]({ ...program, [name]: template(name) }));
    faults.add({ method: "POST", name, action: "reset-after" });
    faults.add({ method: "GET", name, times: 1000, action: { status: 403 } });
    expect((await given.stack.up(["--skip-preview"], { expectSuccess: false })).exitCode).not.toBe(0);
    faults.clear();
    store.remove("spacetemplates", name);
  };
  const search = (...args: string[]): Promise<DriftRun> => driftCommand(given.stack, args);

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
  });

  test("of what was just made: nothing", async () => {
    const { exitCode, report } = await search();
    expect({ exitCode, found: foundIn(report), notes: report.notes }).toEqual({ exitCode: 0, found: [], notes: [] });
  });

  describe("after all kinds of drift", () => {
    beforeAll(async () => {
      await leaveUnfinished();
      for (const [place, happening] of Object.entries(happenings)) await happening(colleagueAt(given.platform, place));
      const { labels } = (await colleagueAt(given.platform, "ownedaccesskeys/lasting").live()).metadata;
      for (const [name, spec] of Object.entries({ "left-behind": {}, retired: { disabled: true } })) {
        const metadata = { name, labels };
        await createAsColleague(given.platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata, spec });
      }
      given.clock.setAhead(80_000);
    });

    test.each(kind === "yaml" ? [...rows, ...rowsOfOne] : rows)(
      "with %j it ends with %i",
      async (args, exitCode, found, said) => {
        const run = await search(...args);
        expect({ exitCode: run.exitCode, found: foundIn(run.report) }).toEqual({ exitCode, found });
        expect(run.stdout).toMatch(said);
        expect(run.report.suppressed).toBe(said === oneSuppressed ? 1 : 0);
        expect(run.stdout + run.stderr + JSON.stringify(run.report)).not.toContain("a-key-that-somebody-else-chose");
      },
    );
  });
});
