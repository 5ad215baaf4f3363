import { clockedStack } from "../support/clockedStack";
import type { CommandResult } from "../support/command";
import { createAsColleague, deleteAsColleague, editAsColleague, writesOf } from "../support/http";
import { programAdapters } from "../support/programAdapters";
import { type ResourceDeclarations, resourcePrograms } from "../support/resourcePrograms";
import { type RunningPulumi, startPulumi } from "../support/runningPulumi";
import { templatesInState } from "../support/templatesInState";

/** Exit code of `--expect-no-changes` when there are some. */
const changesFound = 7;

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
const template = (resource: string, rest: object = {}, options: object = {}): ResourceDeclarations => ({
  [resource]: { inputs: { name: nameOf(resource), ...rest }, options: { ...options } },
});

const templates = {
  ...template("never", { displayName: "Before" }),
  ...template("early"),
  ...template("late"),
  ...template("oneByOne"),
  // Without customTimeouts, a delete waits for 10 minutes, and a create for 5.
  ...template("patient"),
  ...template("hasty", {}, { customTimeouts: { delete: "1m" } }),
  ...template("gone"),
  ...template("recreated"),
};
const moreTemplates = {
  ...templates,
  ...template("never", { displayName: "After" }),
  ...template("late", { displayName: "After" }),
  // The next destroy uses a changed option.
  ...template("patient", {}, { customTimeouts: { delete: "30m" } }),
  ...template("awaited"),
  ...template("blocked", {}, { customTimeouts: { create: "1m" } }),
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
  const create = (resource: string, finalizers: string[] = []) =>
    createAsColleague(given.platform, "spacetemplates", {
      kind: "SpaceTemplate",
      metadata: { name: nameOf(resource), finalizers },
      spec: { displayName: "Theirs" },
    });
  const stored = (resource: string) =>
    JSON.parse(JSON.stringify(given.platform.store.get("spacetemplates", nameOf(resource)) ?? null));
  const onPlatform = () => given.platform.store.list("spacetemplates").map(({ metadata }) => metadata.name);
  const inState = () => [...templatesInState(given.stack).keys()].sort();
  const start = (...args: string[]) =>
    startPulumi(given.stack, [...args, "--yes", "--skip-preview", "--parallel", "64"]);
  const wordsOf = ({ stdout, stderr }: CommandResult) => stdout + stderr;
  /** Resolves when a request with this answer has come for each of these. */
  const answered = (command: RunningPulumi, method: string, status: number, ...resources: string[]) => {
    const isThere = (resource: string) =>
      given.platform.requests.some((each) => {
        const path = each.path.replace(/\?.*/, "");
        return each.method === method && each.status === status && path.endsWith(`/${placeOf(resource)}`);
      });
    return command.until(() => resources.every(isThere));
  };

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    for (const [resource, finalizers] of Object.entries(holders)) await holdBy(resource, finalizers);
  });

  test("Ctrl-C cancels the wait on the plugin only, and keeps the state", async () => {
    const command = start("destroy", "--target", String(templatesInState(given.stack).get("never")?.urn));
    await answered(command, "GET", 200, "never");
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

  test("a refresh reports an object that is being deleted, with the time and the finalizers", async () => {
    const args = ["refresh", "--preview-only", "--expect-no-changes", "--diff"];
    const { exitCode, stdout } = await given.stack.pulumi(args, { expectSuccess: false });
    expect(exitCode).toBe(changesFound);
    const { deletionTimestamp } = stored("never").metadata;
    expect(stdout).toContain(`being deleted since ${deletionTimestamp}, waiting for example.com/backup`);
    await given.stack.refresh(["--skip-preview"]);
  });

  test("up does not update an object that is being deleted, and a create waits for its name until its timeout", async () => {
    for (const resource of ["awaited", "blocked"]) {
      await create(resource, [backup]);
      await remove(resource);
    }
    given.stack.write(resourcePrograms[kind](moreTemplates));
    given.platform.requests.length = 0;
    const command = start("up", "--continue-on-error");
    await answered(command, "GET", 200, "awaited", "blocked");
    await answered(command, "PATCH", 200, "late");
    pass(90);
    await command.said(/SpaceTemplate "awaited": waiting for example\.com\/backup, (9|1\d)\d s/);
    const before = writesOf(given.platform);
    await holdBy("awaited", []);
    const result = await command.ended;
    expect(result.exitCode).not.toBe(0);
    expect(wordsOf(result)).toMatch(
      /Cannot update SpaceTemplate "never": it is being deleted since \S+, waiting for example\.com\/backup\. Wait until it is gone, run pulumi refresh,/,
    );
    expect(wordsOf(result)).toMatch(
      /Cannot create SpaceTemplate "blocked" in time: an object of this name is still being deleted: waiting for example\.com\/backup, (9|1\d)\d s\./,
    );
    expect(before).not.toContain("PATCH spacetemplates/never");
    expect(stored("awaited").spec.displayName).not.toBe("Theirs");
    expect(inState()).toContain("awaited");
    expect(inState()).not.toContain("blocked");
  });

  test("destroy waits for finalizers until customTimeouts, and does not delete the objects of others", async () => {
    await holdBy("early", []);
    await remove("gone");
    await remove("recreated");
    await create("recreated");
    const { uid } = stored("recreated").metadata;
    const command = start("destroy", "--continue-on-error");
    await answered(command, "GET", 200, "never", "late", "oneByOne", "patient", "hasty");
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
    expect(onPlatform().sort()).toEqual(["blocked", "hasty", "never", "recreated"]);
    expect(stored("recreated").metadata.uid).toBe(uid);
    expect(inState()).toEqual(["hasty", "never"]);
  });

  test("the next destroy continues after a timeout", async () => {
    await holdBy("never", []);
    const command = start("destroy");
    await answered(command, "GET", 200, "hasty");
    await holdBy("hasty", []);
    expect((await command.ended).exitCode).toBe(0);
    expect(onPlatform().sort()).toEqual(["blocked", "recreated"]);
    expect(inState()).toEqual([]);
  });
});
