import { clockedStack } from "../support/clockedStack";
import type { CommandResult } from "../support/command";
import { createAsColleague, deleteAsColleague, editAsColleague } from "../support/http";
import { programAdapters } from "../support/programAdapters";
import { type ResourceDeclarations, resourcePrograms } from "../support/resourcePrograms";
import { type RunningPulumi, startPulumi } from "../support/runningPulumi";
import { templatesInState } from "../support/templatesInState";

const backup = "example.com/backup";
const audit = "example.com/audit";

/** The finalizers of each object when it is deleted. */
const holders: Readonly<Record<string, string[]>> = {
  never: [backup],
  early: [backup],
  late: [backup],
  oneByOne: [backup, audit],
  patient: [backup],
  hasty: [backup],
};

const nameOf = (resource: string) => resource.toLowerCase();
const template = (resource: string, options: object = {}): ResourceDeclarations => ({
  [resource]: { inputs: { name: nameOf(resource) }, options: { ...options } },
});

const templates = {
  ...template("never"),
  ...template("early"),
  ...template("late"),
  ...template("oneByOne"),
  // Without customTimeouts, a delete waits for 10 minutes.
  ...template("patient", { customTimeouts: { delete: "30m" } }),
  ...template("hasty", { customTimeouts: { delete: "1m" } }),
  ...template("gone"),
  ...template("recreated"),
};

describe.each(programAdapters)("the deletion of objects by %s", (_, kind) => {
  const given = clockedStack({ program: kind, source: resourcePrograms[kind](templates) });
  let ahead = 0;

  /** Advances the clock of the platform and of the commands. */
  const pass = (seconds: number) => {
    ahead += seconds;
    given.clock.setAhead(ahead);
  };
  const placeOf = (resource: string) => `spacetemplates/${nameOf(resource)}`;
  const holdBy = (resource: string, finalizers: string[]) =>
    editAsColleague(given.platform, placeOf(resource), { metadata: { finalizers } });
  const remove = (resource: string) => deleteAsColleague(given.platform, placeOf(resource));
  const create = (resource: string) =>
    createAsColleague(given.platform, "spacetemplates", {
      kind: "SpaceTemplate",
      metadata: { name: nameOf(resource) },
      spec: { displayName: "Theirs" },
    });
  const stored = (resource: string) =>
    JSON.parse(JSON.stringify(given.platform.store.get("spacetemplates", nameOf(resource)) ?? null));
  const onPlatform = () => given.platform.store.list("spacetemplates").map(({ metadata }) => metadata.name);
  const inState = () => [...templatesInState(given.stack).keys()].sort();
  const start = (...args: string[]) =>
    startPulumi(given.stack, [...args, "--yes", "--skip-preview", "--parallel", "64"]);
  const wordsOf = ({ stdout, stderr }: CommandResult) => stdout + stderr;
  /** Resolves when the platform has shown each of these. */
  const shown = (command: RunningPulumi, ...resources: string[]) => {
    const isThere = (resource: string) =>
      given.platform.requests.some((each) => {
        const path = each.path.replace(/\?.*/, "");
        return each.method === "GET" && each.status === 200 && path.endsWith(`/${placeOf(resource)}`);
      });
    return command.until(() => resources.every(isThere));
  };

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    for (const [resource, finalizers] of Object.entries(holders)) await holdBy(resource, finalizers);
  });

  test("Ctrl-C cancels the wait on the plugin only, and keeps the state", async () => {
    const command = start("destroy", "--target", String(templatesInState(given.stack).get("never")?.urn));
    await shown(command, "never");
    command.interrupt();
    await command.said(/\^C received/);
    // The host of dynamic resources ignores Ctrl-C, so the wait lasts until its timeout.
    if (kind === "typescript") pass(601);
    const result = await command.ended;
    expect(result.exitCode).not.toBe(0);
    expect(wordsOf(result)).toMatch(
      kind === "typescript"
        ? /Cannot delete SpaceTemplate "never" in time: it is still being deleted: waiting for example\.com\/backup, 6\d\d s\./
        : /The wait for the end of SpaceTemplate "never" was canceled: waiting for example\.com\/backup, \d+ s\./,
    );
    expect(stored("never").metadata.deletionTimestamp).toBeDefined();
    expect(inState()).toContain("never");
  });

  test("destroy waits for finalizers until customTimeouts, and does not delete the objects of others", async () => {
    await holdBy("early", []);
    await remove("gone");
    await remove("recreated");
    await create("recreated");
    const { uid } = stored("recreated").metadata;
    const command = start("destroy", "--continue-on-error");
    await shown(command, "never", "late", "oneByOne", "patient", "hasty");
    pass(90);
    await command.said(/SpaceTemplate "onebyone": waiting for example\.com\/backup, example\.com\/audit, (9|1\d)\d s/);
    await holdBy("oneByOne", [audit]);
    pass(100);
    await command.said(/SpaceTemplate "onebyone": waiting for example\.com\/audit, [12]\d\d s/);
    await holdBy("oneByOne", []);
    await command.said(/ oneByOne deleted /);
    await holdBy("late", []);
    await command.said(/ late deleted /);
    pass(500);
    await command.said(/SpaceTemplate "patient": waiting for example\.com\/backup, [67]\d\d s/);
    await holdBy("patient", []);
    const result = await command.ended;
    expect(result.exitCode).not.toBe(0);
    expect(wordsOf(result)).toMatch(
      /Cannot delete SpaceTemplate "hasty" in time: it is still being deleted: waiting for example\.com\/backup, (9|1\d)\d s\. The deletion goes on at the platform; run the same command again,/,
    );
    expect(wordsOf(result)).toMatch(/Cannot delete SpaceTemplate "never" in time: .+, [67]\d\d s\./);
    expect(wordsOf(result)).toContain(
      'SpaceTemplate "recreated" was deleted and created again by somebody else; the new object is left alone.',
    );
    expect(onPlatform().sort()).toEqual(["hasty", "never", "recreated"]);
    expect(stored("recreated").metadata.uid).toBe(uid);
    expect(inState()).toEqual(["hasty", "never"]);
  });

  test("the next destroy continues after a timeout", async () => {
    await holdBy("never", []);
    const command = start("destroy");
    await shown(command, "hasty");
    await holdBy("hasty", []);
    expect((await command.ended).exitCode).toBe(0);
    expect(onPlatform().sort()).toEqual(["recreated"]);
    expect(inState()).toEqual([]);
  });
});
