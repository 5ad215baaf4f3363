import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import type { Fault } from "../../../emulator/faults/fault";
import { Session } from "../../../provider/engine/session";
import { backdateKey, deleteAsColleague, statusWithKey } from "../../support/http";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { temporaryFolder } from "../../support/temporaryFolder";
import { program } from "../program";
import { asDynamic, createFor, exported, runOn, type StateEntry } from "../stackOfTest";

const path = temporaryFolder();
const prod = ["web", "prod"] as const;
const dev = ["web", "dev"] as const;
const canary = "key-canary-0123456789";

let platform: RecordedPlatform;
beforeEach(async () => {
  platform = await startRecorded();
});
afterEach(() => platform.close());

const unseen =
  "The platform does not list access keys. Searched: keys of user ci. Not searched: keys of other users and teams, keys with a subject, keys without a user or team. To search more, use --user and --team.\n";

let files = 0;
function stateFile(resources: StateEntry[], creating?: StateEntry[]): string {
  const file = path(`state-${files++}.json`);
  writeFileSync(file, exported(resources, creating));
  return file;
}

const key = (name: string, more: object = {}) =>
  createFor(platform, prod, "OwnedAccessKey", { name, user: "ci", ...more });
const orphans = (...args: string[]) => runOn(platform, "orphans", "--user", "ci", ...args);
const found = async (...args: string[]) => {
  const { code, out } = await orphans(...args, "--json");
  return { code, orphans: JSON.parse(out).orphans };
};
const none = () => `No orphans found on ${platform.baseUrl}.`;
const server = () => `--server ${platform.baseUrl}/kubernetes/management`;
const uidOf = (entry: StateEntry) => String(entry.outputs?.uid);

test("objects with a uid in a given state are no orphans, whichever adapter made them", async () => {
  const file = stateFile([
    await key("ci"),
    asDynamic(await key("bot")),
    await createFor(platform, prod, "SpaceTemplate", { name: "base" }),
  ]);
  const out = `${none()}\n\n${unseen}`;
  expect(await orphans("--state", file)).toEqual({ code: 0, out, err: "" });
});

test("an object in no given state exits with 7, has commands to import or delete it, and no key is printed", async () => {
  const lost = await key("ci-1a2b3c4", { key: canary });
  const { code, out, err } = await orphans("--state", stateFile([await key("ci-9z8y7x6")]));
  expect([code, err]).toEqual([7, ""]);
  expect(out).toMatch(
    /^Orphans, which no given state has: 1 object\.\nDoes another stack hold any of them, .*rename or .*move/,
  );
  expect(out).toMatch(
    /OwnedAccessKey "ci-1a2b3c4" on http\S+\n {2}made by the stack web\/prod, \d+ seconds? ago \(20.*Z\), written by pulumi-vcluster-platform, acts for user ci, grants access (?:without an end|until 20.*Z)\n/,
  );
  expect(out).toContain("pulumi import vcluster-platform:index:OwnedAccessKey ci-1a2b3c4 ci-1a2b3c4\n");
  expect(out).toContain(`kubectl delete ownedaccesskeys.management.loft.sh ${server()} ci-1a2b3c4\n`);
  expect(out).toContain(`"preconditions":{"uid":"${uidOf(lost)}"}`);
  expect(out).not.toContain("ci-9z8y7x6");
  const json = await orphans("--made-by", "web/prod", "--json");
  for (const secret of [canary, platform.accessKey]) expect(out + json.out + json.err).not.toContain(secret);
});

test("with the setting platformId, nothing is listed on another platform", async () => {
  await key("ci");
  process.env.VCLUSTER_PLATFORM_PLATFORM_ID = "another";
  const { code, err } = await orphans("--made-by", "web/prod").finally(() => {
    delete process.env.VCLUSTER_PLATFORM_PLATFORM_ID;
  });
  expect([code, err]).toEqual([1, expect.stringContaining("is not the one that platformId names: expected another")]);
  expect(platform.requests.filter(({ path }) => path.includes("labelSelector"))).toEqual([]);
});

test("the command that deletes by uid deletes that object only", async () => {
  await key("old");
  const { orphans: lost } = await found("--made-by", "web/prod");
  const [, given = "", url = ""] = /(\{.*\}).* (http\S+)$/.exec(lost[0].deleteByUidCommand) ?? [];
  const headers = { authorization: `Bearer ${platform.accessKey}`, "content-type": "application/json" };
  const send = async (body: string) => (await fetch(url, { method: "DELETE", headers, body })).status;
  expect(await send(given.replace(/"uid":"[^"]+"/, '"uid":"another"'))).toBe(409);
  expect(await send(given)).toBe(200);
  expect(platform.store.list("ownedaccesskeys")).toEqual([]);
});

test("only objects with the label of the stack and of --owner-id are found", async () => {
  await createFor(platform, dev, "OwnedAccessKey", { name: "of-dev", user: "ci" });
  await createFor(platform, prod, "OwnedAccessKey", { name: "of-other-backend", user: "ci" }, "other");
  const known = await key("ci");
  platform.requests.length = 0;
  expect((await orphans("--state", stateFile([known]))).code).toBe(0);
  const asked = platform.requests.map(({ method, path: sent }) => `${method} ${sent.replace(/^.*\/v1\/?/, "")}`);
  const list = /^GET spacetemplates\?.*labelSelector=pulumi-vcluster-platform%2Fowner%3D[0-9a-f]{40}/;
  // The kinds are searched at the same time.
  expect(asked.sort()).toEqual(["GET ", expect.stringMatching(list), "GET users/ci/accesskeys"]);
  const others = { code: 7, orphans: [{ name: "of-other-backend", project: "web", stack: "prod" }] };
  expect(await found("--made-by", "web/prod", "--owner-id", "other")).toMatchObject(others);
});

test("objects of a renamed stack are found by its old name", async () => {
  await key("lost");
  const known = await key("ci");
  const renamed = stateFile([{ ...known, urn: known.urn.replace(":prod::", ":live::") }]);
  expect((await orphans("--state", renamed)).code).toBe(0);
  const lost = { code: 7, orphans: [{ name: "lost", project: "web", stack: "prod" }] };
  expect(await found("--state", renamed, "--made-by", "web/prod")).toMatchObject(lost);
});

test("an object that another given state holds is no orphan", async () => {
  const [one, moved] = [await key("one"), await key("moved")];
  const adopted = { ...moved, urn: moved.urn.replace(":prod::", ":dev::") };
  expect((await orphans("--state", stateFile([one]))).code).toBe(7);
  expect((await orphans("--state", stateFile([one]), "--state", stateFile([adopted]))).code).toBe(0);
});

describe("in the folder of a project", () => {
  const state = (...resources: StateEntry[]) => `cat <<'END'\n${exported(resources)}\nEND`;
  const folder = () => path("project");

  /** Puts a fake `pulumi` first on PATH that lists these stacks and prints their states. */
  function givenStacks(states: Record<string, string>, ls = JSON.stringify(namesOf(states))): void {
    const own = { "organization/web/prod": states.prod ?? state() };
    const exports = Object.entries({ ...states, ...own }).map(
      ([name, script]) => `"export --stack ${name} "*)\n${script}\n;;`,
    );
    const name = `"--show-name "*)\necho organization/web/prod\n;;`;
    const config = `"--json --open "*)\necho '${JSON.stringify({ "vcluster-platform:ownerId": { value: ownerId } })}'\n;;`;
    const cases = [name, config, `"ls --json "*)\necho '${ls}'\n;;`, ...exports].join("\n");
    mkdirSync(folder(), { recursive: true });
    writeFileSync(path("project/Pulumi.yaml"), "name: web\nruntime: yaml\n");
    writeFileSync(path("project/pulumi"), `#!/bin/sh\nshift\ncase "$* " in\n${cases}\nesac\n`, { mode: 0o755 });
    process.env.PATH = `${folder()}:${given}`;
  }
  const namesOf = (states: object) => Object.keys(states).map((name) => ({ name }));
  const given = process.env.PATH;
  let ownerId = "";
  afterEach(() => {
    process.env.PATH = given;
    ownerId = "";
  });
  const search = (...args: string[]) => orphans("-s", "web/prod", "-C", folder(), ...args);

  test("an object in the state of another stack is no orphan, and its stack is named", async () => {
    const moved = await key("moved");
    givenStacks({ prod: state(), live: state(moved) });
    const held = `OwnedAccessKey "moved" on ${platform.baseUrl} has the owner label of web/prod, and the state of the stack live holds it`;
    const { code, out, err } = await search();
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(`In the state of another stack, so no orphan: 1 object.\n\n${held}\n`);
    expect(out).not.toMatch(/kubectl|curl/);
    const holder = { orphans: [], held: [{ name: "moved", heldBy: "live" }] };
    expect(JSON.parse((await search("--json")).out)).toMatchObject(holder);
  });

  test.each<[string, Record<string, string>, string | undefined, RegExp]>([
    ["a state", { live: "echo 'error: no access' >&2; exit 1" }, undefined, /The state of the stack live .*no access/],
    ["a state that is no JSON", { live: `echo ${canary}` }, undefined, /export printed no state/],
    ["the list of stacks", {}, "{}", /The list of the project's stacks .*printed no list/],
  ])("%s that cannot be read is noted, and the object is an orphan", async (_, states, ls, note) => {
    await key("lost");
    givenStacks(states, ls);
    const { code, err } = await search();
    expect([code, err]).toEqual([7, expect.stringMatching(note)]);
    expect(err).toMatch(/^note: .*may belong to another stack/);
    expect(err).not.toContain(canary);
  });

  test("the stack's own state and configuration are read, and no other state without an orphan", async () => {
    ownerId = "us";
    givenStacks({
      prod: state(await createFor(platform, prod, "OwnedAccessKey", { name: "ci", user: "ci" }, ownerId)),
      live: "exit 1",
    });
    expect(await orphans("-C", folder())).toEqual({ code: 0, out: `${none()}\n\n${unseen}`, err: "" });
    await createFor(platform, prod, "OwnedAccessKey", { name: "lost", user: "ci" }, ownerId);
    expect((await search()).out).toContain('"lost"');
    // Files alone are about any stack.
    expect(await orphans("-C", folder(), "--state", stateFile([]), "--made-by", "web/dev")).toMatchObject({ code: 0 });
  });

  test.each([
    ["other/prod", 2, /^--stack other\/prod: the project of this folder is web, not other\./],
    ["acme/other/prod", 2, /the project of this folder is web, not other/],
  ])("a stack %s of another project exits with %i", async (stack, expected, message) => {
    givenStacks({});
    const { code, out, err } = await orphans("-C", folder(), "-s", stack);
    expect([code, out, err]).toEqual([expected, "", expect.stringMatching(message)]);
  });
});

test("an object with a pending create is an orphan, and its import names its resource", async () => {
  const { outputs: _none, id: _id, ...pending } = await key("ci-1a2b3c4");
  const creating = { ...pending, urn: pending.urn.replace("::ci-1a2b3c4", "::ci") };
  const first = "pulumi import vcluster-platform:index:OwnedAccessKey ci ci-1a2b3c4";
  const pendingOne = await found("--state", stateFile([], [creating]));
  expect(pendingOne).toMatchObject({ code: 7, orphans: [{ importCommand: first }] });
  // A new key has replaced the resource.
  const replaced = { ...(await key("ci-9z8y7x6")), urn: creating.urn };
  const { orphans: later } = await found("--state", stateFile([replaced], [creating]));
  expect(later[0].importCommand).toBe("pulumi import vcluster-platform:index:OwnedAccessKey ci-1a2b3c4 ci-1a2b3c4");
});

test("a resource without a uid in the state is known by its name", async () => {
  const { outputs: _none, ...unfinished } = await key("ci");
  expect((await orphans("--state", stateFile([unfinished]))).code).toBe(0);
});

test("the state may come on stdin, and an empty one needs the name of the stack", () => {
  const args = [program, "orphans", "--state", "-"];
  const { status, stderr } = spawnSync(process.execPath, args, { input: exported([]), encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^The state is empty and names no stack\. Name the one that made the objects: --made-by/);
});

test("an orphan of dynamic resources has only a command to delete it", async () => {
  await key("lost");
  const { out } = await orphans("--state", stateFile([asDynamic(await key("ci"))]));
  expect(out).toContain("dynamic resources only, which cannot be imported");
  expect(out).not.toContain("pulumi import");
  expect(out).toContain(`kubectl delete ownedaccesskeys.management.loft.sh ${server()} lost\n`);
});

test("a disabled key is an orphan, too; a terminating object is shown as such", async () => {
  const state = stateFile([await key("ci")]);
  await key("ci-old", { disabled: true });
  const { code, out } = await orphans("--state", state);
  expect(code).toBe(7);
  expect(out).toMatch(/OwnedAccessKey "ci-old" on http\S+\n.*acts for user ci, disabled\n/);
  await key("stuck", { finalizers: ["x.test/hold"] });
  await deleteAsColleague(platform, "ownedaccesskeys/stuck");
  expect((await orphans("--state", state)).out).toMatch(/being deleted since 20/);
});

describe("keys that were replaced with replacedKey: expire", () => {
  const mark = { annotations: { "pulumi-vcluster-platform/replaced-at": "2026-01-01T00:00:00Z" } };
  const exists = (name: string) => platform.store.get("ownedaccesskeys", name) !== undefined;

  test("are listed with their end and last use, and do not exit with 7", async () => {
    const old = await key("ci-old", { ttl: 3600, ...mark });
    await statusWithKey(platform, String(old.outputs?.key));
    const { code, out } = await orphans("--state", stateFile([await key("ci")]));
    expect(code).toBe(0);
    expect(out).toMatch(
      /^Replaced keys that no given state has; replacedKey: expire leaves such keys until their end: 1 object\./,
    );
    expect(out).toMatch(/grants access until 20\d\d-.*Z, last used at 20\d\d-.*Z\n/);
  });

  test("are listed when they have expired, and not deleted", async () => {
    const known = await key("known", { ttl: 1, ...mark });
    await key("spent", { ttl: 1, ...mark });
    for (const name of ["known", "spent"]) backdateKey(platform, name);
    const { code, out } = await orphans("--state", stateFile([known]));
    expect([code, out]).toEqual([0, expect.stringMatching(/OwnedAccessKey "spent" on .*\n.*, expired at 20/)]);
    expect(["known", "spent"].filter(exists)).toEqual(["known", "spent"]);
  });

  test("without an end are orphans", async () => {
    await key("endless", mark);
    expect(await found("--made-by", "web/prod")).toMatchObject({ code: 7, orphans: [{ name: "endless" }] });
  });
});

test("a note says if no object of the states has the label of the stack", async () => {
  const elsewhere = await createFor(platform, prod, "OwnedAccessKey", { name: "ci", user: "ci" }, "other");
  const { code, err } = await orphans("--state", stateFile([elsewhere]));
  expect(code).toBe(0);
  expect(err).toMatch(/^note: No object carries this stack.s label, .* Check --base-url, --owner-id/);
});

test("a kind that the platform does not serve is skipped with a note, unless a state holds one", async () => {
  const file = stateFile([await key("lost"), await createFor(platform, prod, "SpaceTemplate", { name: "base" })]);
  const action = { status: 404, body: "404 page not found" };
  platform.faults.add({ verb: "list", kind: "spacetemplates", times: 2, action });
  const failure = expect.stringMatching(/404 page not found.* Check that vcluster-platform:baseUrl/);
  expect(await orphans("--state", file)).toEqual({ code: 1, out: "", err: failure });
  const { code, out, err } = await orphans("--made-by", "web/prod");
  const note = "note: this platform does not list spacetemplates, so a SpaceTemplate was not looked for.";
  expect([code, err]).toEqual([7, note]);
  expect(out).toContain('"lost"');
});

test("an object without a uid is a failure", async () => {
  const file = stateFile([await key("ours")]);
  const { uid: _uid, ...metadata } = JSON.parse(JSON.stringify(platform.store.get("ownedaccesskeys", "ours"))).metadata;
  const items = [{ apiVersion: "management.loft.sh/v1", kind: "OwnedAccessKey", metadata }];
  const body = { apiVersion: "management.loft.sh/v1", kind: "UserAccessKeys", metadata: {}, accessKeys: items };
  platform.faults.add({ verb: "get", kind: "accesskeys", action: { status: 200, body } });
  const { code, out, err } = await orphans("--state", file);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain('shows the OwnedAccessKey "ours" without a uid');
});

test.each<[string, Fault["action"], number, RegExp]>([
  ["HTML", { status: 404, body: "<html>404</html>" }, 1, /404: returned HTML/],
  ["403", { status: 403 }, 1, /^pulumi-vcluster-platform orphans: .*403/],
  ["401", { status: 401 }, 3, /^pulumi-vcluster-platform orphans: .*401.*The access key was refused/],
])("a search with the response %s is a failure and names no orphan", async (_, action, expected, message) => {
  const cancel = jest.spyOn(Session.prototype, "cancel");
  await key("lost");
  platform.faults.add({ verb: "get", kind: "accesskeys", action });
  const { code, out, err } = await orphans("--made-by", "web/prod");
  expect([code, out, cancel.mock.calls.length]).toEqual([expected, "", 1]);
  cancel.mockRestore();
  expect(err).toMatch(message);
});

test("a missing access key exits with 3 and a remedy, and a missing address with 2", async () => {
  const { code, out, err } = await runOn({ ...platform, accessKey: "" }, "orphans", "--made-by", "web/prod");
  expect([code, out]).toEqual([3, ""]);
  expect(err).toMatch(/Set VCLUSTER_PLATFORM_ACCESS_KEY\.$/);
  const wrong = await runOn({ ...platform, accessKey: "", baseUrl: "" }, "orphans", "--made-by", "web/prod");
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/VCLUSTER_PLATFORM_ACCESS_KEY\.(.|\n)*To see/)]);
});

const noStack = /belongs to no Pulumi project\. .*--cwd <folder>, or give a state: --state <file>\s+To see/;
const wrongState = /file\.json holds no state of a stack\. Give what `pulumi stack export` printed\./;

test.each<[string, string[], number, RegExp]>([
  ["no stack", [], 2, noStack],
  ["a maker without its project", ["--made-by", "prod"], 2, /^--made-by must be the names of project and stack/],
  ["an empty address", ["--made-by", "a/b", "--base-url", ""], 2, /^--base-url must not be empty/],
  ["a missing file", ["--state", "/no/state"], 1, /cannot read the state \/no\/state: there is no such file/],
  ["a file that is no state", [`{"secret": "${canary}"}`], 1, wrongState],
  ["a file that is no JSON", [canary], 1, wrongState],
])("%s is reported", async (what, args, expected, message) => {
  writeFileSync(path("file.json"), args[0] ?? "");
  const { code, out, err } = await orphans(...(what.startsWith("a file") ? ["--state", path("file.json")] : args));
  expect([code, out]).toEqual([expected, ""]);
  expect(err).toMatch(message);
  expect(err).not.toContain(canary);
});
