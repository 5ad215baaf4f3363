import { type Declaration, declaredPrograms } from "../../support/declaredPrograms";
import { driftCommand } from "../../support/driftCommand";
import { foundIn } from "../../support/foundIn";
import { editAsColleague, writesOf } from "../../support/http";
import { programFaces } from "../../support/programFaces";
import { stackUnderTest } from "../../support/stackUnderTest";

const template = (name: string): Declaration => ({ type: "SpaceTemplate", inputs: { name, displayName: "Ours" } });
const theirs = { displayName: "Theirs" };
const program = { edited: template("edited"), accepted: template("accepted"), other: template("other") };

describe.each(programFaces)("drift --fix with %s", (_face, kind) => {
  const given = stackUnderTest(() => ({ program: kind, source: declaredPrograms[kind](program), typecheck: false }));

  const edit = async (...names: string[]) => {
    for (const name of names) await editAsColleague(given.platform, `spacetemplates/${name}`, { spec: theirs });
  };
  const shown = () =>
    Object.keys(program).map((name) => given.platform.store.get("spacetemplates", name)?.spec?.displayName);
  const fix = async (...args: string[]) => {
    given.platform.requests.length = 0;
    const { exitCode, report } = await driftCommand(given.stack, ["--fix", ...args]);
    const [note] = report.notes;
    return { exitCode, found: foundIn(report), note, suppressed: report.suppressed, shown: shown() };
  };

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
  });
  afterEach(() => given.platform.faults.clear());

  describe("writes nothing, on the platform or in the state,", () => {
    let before: string;
    beforeEach(() => {
      before = given.stack.rawStateFile();
    });
    afterEach(() => {
      expect(writesOf(given.platform)).toEqual([]);
      expect(given.stack.rawStateFile()).toBe(before);
    });

    test("without drift", async () => {
      expect(await fix()).toMatchObject({ exitCode: 0, found: [], note: expect.stringContaining("changed nothing") });
    });

    test("if an object could not be read", async () => {
      await edit("edited");
      given.platform.faults.add({ method: "GET", name: "other", times: 1000, action: { status: 403 } });
      expect(await fix()).toMatchObject({
        exitCode: 1,
        found: ["edited: changed at /displayName", "other: unknown"],
        note: expect.stringContaining("changed nothing"),
        shown: ["Theirs", "Ours", "Ours"],
      });
    });
  });

  test("leaves resources with a suppressed finding alone and says so", async () => {
    await edit("edited", "accepted");
    const fixed = await fix("--ignore", "accepted#/displayName until 2999-12-31 because ops renames it");
    expect(fixed).toMatchObject({
      exitCode: 0,
      found: [],
      note: expect.stringMatching(/left alone .*::accepted/),
      suppressed: 1,
      shown: ["Ours", "Theirs", "Ours"],
    });
    expect(writesOf(given.platform)).toEqual(["PATCH spacetemplates/edited"]);
  });

  test("repairs only the resources of --only", async () => {
    await edit("edited", "accepted");
    expect(await fix("--only", "accepted")).toMatchObject({ exitCode: 0, shown: ["Theirs", "Ours", "Ours"] });
    expect(writesOf(given.platform)).toEqual(["PATCH spacetemplates/accepted"]);
  });

  test("repairs the rest, and the next run finds nothing, also with confirmations skipped", async () => {
    expect(await fix()).toMatchObject({ exitCode: 0, found: [], shown: ["Ours", "Ours", "Ours"] });
    const { exitCode, report } = await driftCommand(given.stack, [], { env: { PULUMI_SKIP_CONFIRMATIONS: "true" } });
    expect([exitCode, report.outcome, foundIn(report)]).toEqual([0, "clean", []]);
  });
});
