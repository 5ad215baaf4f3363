import type { PlatformOptions } from "../../../emulator/options";
import { driftCommand } from "../../support/driftCommand";
import { foundIn } from "../../support/foundIn";
import { createAsColleague, editAsColleague } from "../../support/http";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const canary = "key-canary-0123456789";
const resources = {
  key: { type: "OwnedAccessKey", inputs: { name: "key", user: "ci", ttl: 3600, description: "Ours" } },
  template: { type: "SpaceTemplate", inputs: { name: "template" } },
} as const;

/** Kinds of platforms, and what a report says that it could not search. */
const platforms: readonly [PlatformOptions, RegExp | undefined][] = [
  [
    { api: 3 },
    /^The platform does not list access keys\. Searched: keys of user ci\. Not searched: keys of other users and teams/,
  ],
  [{ api: 4 }, /Searched: keys of user ci, user admin\. Not searched: keys of other users and teams/],
  [{ listsKeys: true }, undefined],
];

describe.each(platforms)("pulumi-vcluster-platform drift on a platform with %j", (platform, unseen) => {
  const given = stackUnderTest(() => ({ program: "yaml", source: resourcePrograms.yaml(resources), platform }));
  const notesOf = ({ notes }: { notes: readonly string[] }) => notes.filter((note) => /access keys/.test(note));
  const unseenNotes = unseen ? [expect.stringMatching(unseen)] : [];

  beforeAll(() => given.stack.up(["--skip-preview"]));
  afterEach(() => given.platform.faults.clear());

  test("an unchanged stack is clean, and the report says what it could not search", async () => {
    const { exitCode, report } = await driftCommand(given.stack, []);
    expect({ exitCode, found: foundIn(report), notes: notesOf(report) }).toEqual({
      exitCode: 0,
      found: [],
      notes: unseenNotes,
    });
  });

  test("a missing permission to search is unknown, with the remedy", async () => {
    const kind = unseen ? "accesskeys" : "ownedaccesskeys";
    given.platform.faults.add({ verb: unseen ? "get" : "list", kind, times: 9, action: { status: 403 } });
    const { exitCode, report } = await driftCommand(given.stack, []);
    expect({ exitCode, found: foundIn(report) }).toEqual({ exitCode: 1, found: ["ownedaccesskeys: unknown"] });
    const permission = unseen ? "get users/accesskeys and teams/accesskeys" : "list ownedaccesskeys";
    const remedy = `Allow the access key to ${permission}, or use --skip-orphans.`;
    expect(report.findings[0]?.message).toContain(remedy);
  });

  test("a changed key is drift, orphans of its user are found, and no value of a key is shown", async () => {
    await editAsColleague(given.platform, "ownedaccesskeys/key", { spec: { description: "Theirs" } });
    const { labels } = JSON.parse(JSON.stringify(given.platform.store.get("ownedaccesskeys", "key"))).metadata;
    for (const [name, user, own] of [
      ["lost", "ci", labels],
      ["hidden", "bot", labels],
      ["theirs", "ci", {}],
    ]) {
      const spec = { user, key: `${canary}-${name}` };
      const metadata = { name, labels: own };
      await createAsColleague(given.platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata, spec });
    }
    const changed = "key: changed at /description";
    const first = await driftCommand(given.stack, []);
    const seen = unseen ? ["lost: orphan"] : ["hidden: orphan", "lost: orphan"];
    expect({ exitCode: first.exitCode, found: foundIn(first.report) }).toEqual({
      exitCode: 7,
      found: [...seen, changed].sort(),
    });
    const second = await driftCommand(given.stack, ["--user", "bot"]);
    expect(foundIn(second.report)).toEqual(["hidden: orphan", "lost: orphan", changed].sort());
    for (const { stdout, stderr, report } of [first, second])
      expect(stdout + stderr + JSON.stringify(report)).not.toMatch(new RegExp(`${canary}|theirs`));
  });
});
