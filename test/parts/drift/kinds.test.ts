import { clockedStack } from "../../support/clockedStack";
import { driftCommand } from "../../support/driftCommand";
import { foundIn } from "../../support/foundIn";
import { createAsColleague } from "../../support/http";
import { programAdapters } from "../../support/programAdapters";
import { type ResourceDeclaration, resourcePrograms } from "../../support/resourcePrograms";
import { clientAt, deleted, type Edit, mergedSpec, recreated, replaced } from "./table/edits";

const template = (name: string, more = {}): ResourceDeclaration => ({ inputs: { name, ...more } });
const key = (name: string, more = {}): ResourceDeclaration => {
  return { type: "OwnedAccessKey", inputs: { name, user: "ci", ...more } };
};
const foreignKey = "a-key-that-somebody-else-chose";
const day = 24 * 60 * 60;

const program = {
  rotated: key("rotated"),
  disabled: key("disabled"),
  enabled: key("enabled", { disabled: true }),
  expired: key("expired", { ttl: 3600 }),
  expiring: key("expiring", { ttl: day }),
  due: key("due", { ttl: day, rotateBeforeExpiry: 7200 }),
  lasting: key("lasting", { ttl: 30 * day }),
  // Enough keys for a list, from which a refresh would delete replaced keys that have expired.
  ...Object.fromEntries(["calm-1", "calm-2", "calm-3"].map((name) => [name, key(name, { ttl: 30 * day })])),
  deleted: template("deleted"),
  recreated: template("recreated"),
  terminating: template("terminating", { finalizers: ["example.test/theirs"] }),
};

const edits: Record<string, Edit> = {
  "ownedaccesskeys/rotated": replaced("/spec/key", foreignKey),
  "ownedaccesskeys/disabled": mergedSpec({ disabled: true }),
  "ownedaccesskeys/enabled": mergedSpec({ disabled: false }),
  "spacetemplates/deleted": deleted,
  "spacetemplates/recreated": recreated,
  "spacetemplates/terminating": deleted,
};

/** All findings but of keys that expire soon. */
const all = [
  "deleted: deleted",
  "disabled: disabled at /disabled",
  "due: due at /expiresAt",
  "enabled: disabled at /disabled",
  "expired: expired at /expiresAt",
  "left-behind: orphan",
  "recreated: recreated at /uid",
  "rotated: rotated at /key",
  "spent: retired",
  "superseded: retired",
  "terminating: terminating",
  "unfinished: unfinished",
];

const expiring = ["due: expiring at /expiresAt", "expiring: expiring at /expiresAt"];
const rotated = ["rotated: rotated at /key"];
const named = ["recreated: recreated at /uid", ...rotated];
const ignore = (rule: string) => ["--ignore", `${rule} because ops did it`];

const one = ["--only", "rotated", "--skip-orphans"];
const ended = /ended on 2020-01-01 and suppresses nothing any more/;

/** Options, the exit code, the findings that count, and what the text report says. */
type Row = [args: string[], exitCode: number, found: string[], text: RegExp];

const rows: Row[] = [
  [[], 7, all, /Rotated key/],
  [["--expiring-within", "2h"], 7, [...all, ...expiring].sort(), /Expiring key/],
  [["--only", "r*"], 7, named, /./],
  [["--only", "lasting", "--only", "expiring"], 0, [], /2 resources are as declared/],
];

/** The adapter makes no difference to how findings count. */
const rowsOfOne: Row[] = [
  [[...one, "--fail-on", "deleted,orphan"], 0, rotated, /1 rotated/],
  [[...one, ...ignore("rotated#/key until 2999-12-31")], 0, [], /1 suppressed finding/],
  [[...one, ...ignore("rotated#/key until 2020-01-01")], 7, rotated, ended],
];

describe.each(programAdapters)("pulumi-vcluster-platform drift with %s", (_adapter, kind) => {
  const given = clockedStack({ program: kind, source: resourcePrograms[kind](program) });
  /** A create whose response is lost and whose object cannot be looked up. */
  const leaveUnfinished = async () => {
    const { faults, store } = given.platform;
    const name = "unfinished";
    given.stack.write(resourcePrograms[kind]({ ...program, [name]: template(name) }));
    faults.add({ method: "POST", name, action: "reset-after" });
    faults.add({ method: "GET", name, times: 1000, action: { status: 403 } });
    expect((await given.stack.up(["--skip-preview"], { expectSuccess: false })).exitCode).not.toBe(0);
    faults.clear();
    store.remove("spacetemplates", name);
  };
  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
  });

  test("finds nothing in a new stack", async () => {
    const { exitCode, report } = await driftCommand(given.stack);
    const notes = [expect.stringMatching(/^The platform does not list access keys\. Searched: keys of user ci\./)];
    expect({ exitCode, found: foundIn(report), notes: report.notes }).toEqual({ exitCode: 0, found: [], notes });
  });

  describe("after drift of each kind", () => {
    beforeAll(async () => {
      await leaveUnfinished();
      for (const [path, edit] of Object.entries(edits)) await edit(clientAt(given.platform, path));
      const { labels } = (await clientAt(given.platform, "ownedaccesskeys/lasting").live()).metadata;
      const left = { "left-behind": {}, spent: { ttl: 60 }, superseded: { ttl: 2 * day } };
      for (const [name, more] of Object.entries(left)) {
        const spec = { user: "ci", ...more };
        const annotations = "ttl" in spec ? { "pulumi-vcluster-platform/replaced-at": "2026-01-01T00:00:00Z" } : {};
        const metadata = { name, labels, annotations };
        await createAsColleague(given.platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata, spec });
      }
      given.clock.setAhead(80_000);
    });

    test.each(kind === "yaml" ? [...rows, ...rowsOfOne] : rows)("%j exits with %i", async (args, code, found, text) => {
      const { exitCode, report, stdout, stderr } = await driftCommand(given.stack, args);
      const suppressed = text.source.includes("suppressed finding") ? 1 : 0;
      expect({ exitCode, found: foundIn(report), suppressed: report.suppressed }).toEqual({
        exitCode: code,
        found,
        suppressed,
      });
      expect(stdout).toMatch(text);
      expect(stdout + stderr + JSON.stringify(report)).not.toContain(foreignKey);
    });
  });
});
