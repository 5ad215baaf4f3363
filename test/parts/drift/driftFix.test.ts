import { type Declaration, declaredPrograms } from "../../support/declaredPrograms";
import { driftCommand } from "../../support/driftCommand";
import { foundIn } from "../../support/foundIn";
import { editAsColleague, writesOf } from "../../support/http";
import { programFaces } from "../../support/programFaces";
import { stackUnderTest } from "../../support/stackUnderTest";

const template = (name: string): Declaration => ({ type: "SpaceTemplate", inputs: { name, displayName: "Ours" } });
const program = { edited: template("edited"), accepted: template("accepted"), other: template("other") };

describe.each(programFaces)("drift --fix with %s", (_face, kind) => {
  const given = stackUnderTest(() => ({ program: kind, source: declaredPrograms[kind](program), typecheck: false }));

  const edit = (...names: string[]) =>
    Promise.all(
      names.map((name) =>
        editAsColleague(given.platform, `spacetemplates/${name}`, { spec: { displayName: "Theirs" } }),
      ),
    );
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

  test("where nothing drifted, it writes nothing, on the platform or in the state", async () => {
    const before = given.stack.rawStateFile();
    expect(await fix()).toMatchObject({ exitCode: 0, found: [], note: expect.stringContaining("changed nothing") });
    expect(writesOf(given.platform)).toEqual([]);
    expect(given.stack.rawStateFile()).toBe(before);
  });

  test("where something could not be read, it writes nothing", async () => {
    await edit("edited");
    given.platform.faults.add({ method: "GET", name: "other", times: 1000, action: { status: 403 } });
    const before = given.stack.rawStateFile();
    expect(await fix()).toMatchObject({
      exitCode: 1,
      found: ["edited: changed at /displayName", "other: unknown"],
      note: expect.stringContaining("changed nothing"),
      shown: ["Theirs", "Ours", "Ours"],
    });
    expect(writesOf(given.platform)).toEqual([]);
    expect(given.stack.rawStateFile()).toBe(before);
  });

  test("it leaves alone what has a suppressed finding, and says so", async () => {
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

  test("it sets back only what it was asked to look at", async () => {
    await edit("edited", "accepted");
    expect(await fix("--only", "accepted")).toMatchObject({ exitCode: 0, shown: ["Theirs", "Ours", "Ours"] });
    expect(writesOf(given.platform)).toEqual(["PATCH spacetemplates/accepted"]);
  });

  test("it sets back the rest, and the next search finds nothing", async () => {
    expect(await fix()).toMatchObject({ exitCode: 0, found: [], shown: ["Ours", "Ours", "Ours"] });
    const { exitCode, report } = await driftCommand(given.stack);
    expect({ exitCode, found: foundIn(report) }).toEqual({ exitCode: 0, found: [] });
  });
});
