import { writeFileSync } from "node:fs";
import type { Fault } from "../../../emulator/faults/fault";
import type { PlatformOptions } from "../../../emulator/options";
import { createAsColleague } from "../../support/http";
import { startRecorded } from "../../support/startRecorded";
import { temporaryFolder } from "../../support/temporaryFolder";
import { createFor, exported, runOn, type StateEntry } from "../stackOfTest";

// The product lists no access keys, so orphans are searched among the keys of users and teams.
const path = temporaryFolder();
const canary = "key-canary-0123456789";
/** A key of others that no response shows. */
const unseen = "5d41402abc4b2a76b9719d911017c592";
const prod = ["web", "prod"] as const;

interface Case {
  readonly platform?: PlatformOptions;
  /** Keys of the stack that the state holds, by name, and orphans. */
  readonly known?: Readonly<Record<string, object>>;
  readonly lost?: Readonly<Record<string, object>>;
  /** Whether the state has the known keys as pending creates. */
  readonly isPending?: boolean;
  readonly args?: readonly string[];
  readonly fault?: Omit<Fault, "times">;
  readonly code: number;
  /** Names of orphans, and parts of the output. */
  readonly orphans?: readonly string[];
  readonly out?: RegExp;
  readonly err?: RegExp;
}

const ci = { user: "ci" };
const absent = { status: 404, body: "404 page not found\n" };
const api4 = { api: 4 } as const;
const status = (code: number, reason: string, message: string) => ({ kind: "Status", code, reason, message });

const table: Readonly<Record<string, Case>> = {
  "the user of a key in the state is searched": { known: { a: ci }, lost: { b: ci }, code: 7, orphans: ["b"] },
  "the team of a key in the state is searched": {
    known: { a: { team: "web" } },
    lost: { b: { team: "web" } },
    code: 7,
    orphans: ["b"],
  },
  "the user of a pending create is searched": { known: { a: ci }, isPending: true, code: 7, orphans: ["a"] },
  "a key of a user and a team is one orphan": {
    known: { a: { user: "ci", team: "web" } },
    lost: { b: { user: "ci", team: "web" } },
    code: 7,
    orphans: ["b"],
  },
  "a user that no key names is not searched, and the report says so": {
    known: { a: ci },
    lost: { b: { user: "bot" } },
    code: 0,
    out: /^The platform does not list access keys\. Searched: keys of user ci\. Not searched: keys of other users and teams, .* --user and --team/m,
  },
  "--user and --team name others": {
    known: { a: ci },
    lost: { b: { user: "bot" }, c: { team: "db" } },
    args: ["--user", "bot", "--team", "db"],
    code: 7,
    orphans: ["b", "c"],
    out: /Searched: keys of user ci, user bot, team db\./,
  },
  "the provider's own user is searched on a platform that tells it": {
    platform: api4,
    known: { a: ci },
    lost: { b: { user: "admin" } },
    code: 7,
    orphans: ["b"],
    out: /Searched: keys of user ci, user admin\./,
  },
  "a stack without keys does not ask for the own user": {
    platform: api4,
    lost: { b: { user: "admin" } },
    args: ["--made-by", "web/prod"],
    code: 0,
    out: /No user or team is known: none was searched\./,
  },
  "a platform that shows the keys of nobody is no failure": {
    known: { a: ci },
    fault: { verb: "get", kind: "accesskeys", action: absent },
    code: 0,
    out: /It does not show the keys of a user or team either: none was searched\./,
  },
  "a user or team of a key that the platform does not show is named": {
    known: { a: ci, b: { team: "web" } },
    fault: { verb: "get", kind: "accesskeys", name: "web", action: absent },
    code: 0,
    out: /Searched: keys of user ci\. Not shown by the platform: keys of team web\./,
  },
  "a user that does not exist has no keys": {
    known: { a: ci },
    fault: {
      verb: "get",
      kind: "accesskeys",
      action: {
        status: 404,
        body: status(404, "NotFound", 'users.management.loft.sh "ci" not found'),
      },
    },
    code: 0,
    out: /Searched: keys of user ci\./,
    err: /^note: No object carries this stack's label/,
  },
  "a 404 about another object than the user is a failure": {
    known: { a: ci },
    fault: {
      verb: "get",
      kind: "accesskeys",
      action: {
        status: 404,
        body: status(404, "NotFound", 'clusters.storage.loft.sh "a" not found'),
      },
    },
    code: 1,
    err: /GET users\/ci\/accesskeys .*404 NotFound/,
  },
  "a user whose name no path can have is not searched": {
    known: { a: { user: "a/b" }, b: { user: "c d", team: ".." } },
    code: 0,
    out: /No user or team is known: none was searched\./,
  },
  "a failure that quotes a key of others is a failure without its text": {
    known: { a: ci },
    fault: {
      verb: "get",
      kind: "accesskeys",
      action: { status: 500, body: status(500, "InternalError", `cannot convert "${unseen}"`) },
    },
    code: 1,
    err: /GET users\/ci\/accesskeys .*500 InternalError/,
  },
  "a list is used where the platform has one, and nothing is unseen": {
    platform: { listsKeys: true },
    known: { a: ci },
    lost: { b: { subject: "x" } },
    code: 7,
    orphans: ["b"],
    out: /^(?!.*does not list)/s,
  },
};

test.each(Object.keys(table))("%s", async (name) => {
  const {
    platform: options = {},
    known = {},
    lost = {},
    isPending,
    args = [],
    fault,
    ...expected
  } = table[name] as Case;
  const platform = await startRecorded(options);
  try {
    const made = (keys: Readonly<Record<string, object>>) =>
      Promise.all(
        Object.entries(keys).map(([key, inputs]) =>
          createFor(platform, prod, "OwnedAccessKey", { name: key, key: `${canary}-${key}`, ...inputs }),
        ),
      );
    const held = await made(known);
    await made(lost);
    const theirs = {
      kind: "OwnedAccessKey",
      metadata: { name: "theirs" },
      spec: { user: "ci", key: `${canary}-theirs` },
    };
    await createAsColleague(platform, "ownedaccesskeys", theirs);
    if (fault) platform.faults.add({ ...fault, times: 9 });
    const state = path("state.json");
    const pending = held.map(({ outputs: _none, id: _id, ...entry }): StateEntry => entry as StateEntry);
    writeFileSync(state, isPending ? exported([], pending) : exported(held));
    const given = held.length > 0 ? ["--state", state] : [];
    const { code, out, err } = await runOn(platform, "orphans", ...given, ...args);
    expect({ code, err }).toEqual({
      code: expected.code,
      err: expected.err ? expect.stringMatching(expected.err) : "",
    });
    if (expected.out) expect(out).toMatch(expected.out);
    const named = [...out.matchAll(/^OwnedAccessKey "(.*)" on http/gm)].map(([, orphan]) => orphan);
    expect(named).toEqual(expected.orphans ?? []);
    for (const secret of [canary, "theirs", unseen]) expect(out + err).not.toContain(secret);
  } finally {
    await platform.close();
  }
});

test("the JSON has no value of a key that a later user shows", async () => {
  const platform = await startRecorded();
  try {
    const name = `${canary}-later`;
    await createFor(platform, prod, "OwnedAccessKey", { name, user: "ci" });
    const theirs = { kind: "OwnedAccessKey", metadata: { name: "theirs" }, spec: { user: "bot", key: name } };
    await createAsColleague(platform, "ownedaccesskeys", theirs);
    const args = ["--made-by", "web/prod", "--user", "ci", "--user", "bot", "--json"];
    const { code, out } = await runOn(platform, "orphans", ...args);
    expect([code, out]).toEqual([7, expect.not.stringContaining(canary)]);
  } finally {
    await platform.close();
  }
});

test("orphans whose uids are the values of other keys are all reported", async () => {
  const platform = await startRecorded();
  try {
    for (const name of ["a", "b"]) {
      await createFor(platform, prod, "OwnedAccessKey", { name, user: "ci" });
      const { uid } = platform.store.get("ownedaccesskeys", name)?.metadata ?? {};
      const metadata = { name: `of-others-${name}` };
      await createAsColleague(platform, "ownedaccesskeys", {
        kind: "OwnedAccessKey",
        metadata,
        spec: { user: "ci", key: uid },
      });
    }
    const { code, out } = await runOn(platform, "orphans", "--made-by", "web/prod", "--user", "ci", "--json");
    expect([code, JSON.parse(out).orphans.map(({ name }: { name: string }) => name)]).toEqual([7, ["a", "b"]]);
  } finally {
    await platform.close();
  }
});
