import { existsSync, readFileSync } from "node:fs";
import type { PlatformOptions } from "../../../emulator/options";
import { createAsColleague } from "../../support/http";
import { startRecorded } from "../../support/startRecorded";
import { temporaryFolder } from "../../support/temporaryFolder";
import { runOn } from "../stackOfTest";

const path = temporaryFolder();
const canary = "key-canary-0123456789";
const api4 = { api: 4 } as const;
const listed = { listsKeys: true } as const;
const noList = "This platform does not list access keys.";

/** The platform, the options, the exit code, the chosen ids, and what stderr says. */
const rows: [PlatformOptions, string, number, string[], RegExp][] = [
  [
    {},
    "--all",
    0,
    ["dev"],
    RegExp(`^note: ${noList} It does not show the user or team of your access key\\. Use --user`),
  ],
  [
    {},
    "--all --kind OwnedAccessKey",
    2,
    [],
    RegExp(`^${noList} It does not show the user or team of your access key\\.`),
  ],
  [{}, "--all --user ci", 0, ["dev", "ci", "ci-2"], /Searched: keys of user ci\./],
  [{}, "--all --team web", 0, ["dev", "web"], /Searched: keys of team web\./],
  [{}, "--name ci", 0, ["ci"], /^$/],
  [{}, "--name ci --name nobody", 0, ["ci"], /^$/],
  [{}, "--name ci --name w* --team web", 0, ["ci", "web"], /Searched: keys of team web\./],
  [{}, "--name ci --name d*", 0, ["dev", "ci"], RegExp(`^note: ${noList} It does not show`)],
  [{}, "--all --user ci --user ci", 0, ["dev", "ci", "ci-2"], /Searched: keys of user ci\./],
  [{}, "--name project/cluster", 0, [], /^$/],
  [{}, "-l app=x --user ci", 0, ["ci-2"], /Searched: keys of user ci\./],
  [{}, "-l app=x --name ci*", 0, [], RegExp(noList)],
  [{}, "-l app+x --user ci --kind OwnedAccessKey", 2, [], /^--selector has no such form as team=web/],
  [{}, "-l app+x --user nobody --kind OwnedAccessKey", 2, [], /^--selector has no such form as team=web/],
  [api4, "--all", 0, ["dev", "admin"], /Searched: keys of user admin\./],
  [api4, "--all --user ci", 0, ["dev", "ci", "ci-2", "admin"], /Searched: keys of user ci, user admin\./],
  [listed, "--all", 0, ["dev", "admin", "ci", "ci-2", "web"], /^$/],
  [listed, "-l app=x", 0, ["ci-2"], /^$/],
];

test.each(rows)("on %j import %s exits with %i and takes %j", async (options, args, expected, ids, said) => {
  const platform = await startRecorded(options);
  try {
    await createAsColleague(platform, "spacetemplates", { kind: "SpaceTemplate", metadata: { name: "dev" } });
    const keys = { admin: { user: "admin" }, ci: { user: "ci" }, "ci-2": { user: "ci" }, web: { team: "web" } };
    for (const [name, spec] of Object.entries(keys)) {
      const metadata = { name, ...(name === "ci-2" && { labels: { app: "x" } }) };
      const body = { kind: "OwnedAccessKey", metadata, spec: { ...spec, key: `${canary}-${name}` } };
      await createAsColleague(platform, "ownedaccesskeys", body);
    }
    const file = path("import.json");
    const given = args.split(" ").map((arg) => arg.replaceAll("+", " "));
    const { code, out, err } = await runOn(platform, "import", "--out", file, "--force", ...given);
    expect([code, err]).toEqual([expected, expect.stringMatching(said)]);
    const wasWritten = out.startsWith("Wrote ");
    const taken = wasWritten && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).resources : [];
    expect(taken.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(out + err).not.toContain(canary);
  } finally {
    await platform.close();
  }
});

test("an object that quotes the key of another client is left out", async () => {
  const platform = await startRecorded();
  try {
    const spec = { user: "ci", key: `${canary}-theirs` };
    await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "x" }, spec });
    const template = { kind: "SpaceTemplate", metadata: { name: "dev" }, spec: { description: spec.key } };
    await createAsColleague(platform, "spacetemplates", template);
    const args = ["--name", "dev*", "--user", "ci", "--out", path("quoted.json")];
    const { code, out, err } = await runOn(platform, "import", ...args);
    expect([code, out]).toEqual([0, expect.stringContaining("holds the text of one")]);
    expect(out + err).not.toContain(canary);
  } finally {
    await platform.close();
  }
});

test("a key named in full is taken where the platform shows the keys of nobody", async () => {
  const platform = await startRecorded(api4);
  try {
    const spec = { user: "ci", key: `${canary}-ci` };
    await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "ci" }, spec });
    platform.faults.add({ verb: "get", kind: "accesskeys", action: { status: 404, body: "404 page not found" } });
    const args = ["--name", "ci", "--name", "d*", "--out", path("named.json")];
    const { code, out } = await runOn(platform, "import", ...args);
    expect([code, out]).toEqual([0, expect.stringContaining("1 OwnedAccessKey")]);
  } finally {
    await platform.close();
  }
});
