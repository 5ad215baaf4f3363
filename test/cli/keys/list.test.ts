import type { Fault } from "../../../emulator/faults/fault";
import { createAsColleague, deleteAsColleague, statusWithKey } from "../../support/http";
import { startRecorded } from "../../support/startRecorded";
import { asDynamic, createFor } from "../stackOfTest";
import { canary, keysOfStack, onProvider, prod, waitingForDelete } from "./keysOfStack";

const marked = { annotations: { "pulumi-vcluster-platform/replaced-at": "2026-01-01T00:00:00Z" } };
const rfc3339 = expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:]+Z$/);
const hourMs = 3600_000;
let offsetMs = 0;
const now = () => new Date(Date.now() + offsetMs);

describe.each([3, 4] as const)("keys list on API %i", (api) => {
  const { platform, make, keys, listed } = keysOfStack({ api, now });

  test("shows the status, end, last use and resource of each key of the state", async () => {
    const disabled = await make("disabled", { disabled: true });
    offsetMs = -2 * hourMs;
    const expired = await make("expired", { ttl: 3600 });
    offsetMs = 0;
    const held = await make("held", { finalizers: ["x.test/hold"] });
    const gone = await make("gone");
    const works = await make("works", { ttl: 3600 });
    for (const name of ["held", "gone"]) await deleteAsColleague(platform(), `ownedaccesskeys/${name}`);
    await statusWithKey(platform(), `${canary}-works`);
    const all = [works, disabled, expired, asDynamic(held), gone];
    expect((await listed(all)).keys).toMatchObject([
      {
        name: "works",
        status: "works",
        resource: "works",
        actsFor: "user ci",
        expiresAt: rfc3339,
        lastActivity: rfc3339,
      },
      { name: "disabled", status: "disabled", expiresAt: null, lastActivity: null },
      { name: "expired", status: "expired" },
      { name: "held", status: "terminating", resource: "held" },
      { name: "gone", status: "gone", resource: "gone" },
    ]);
    const { code, out, err } = await keys(all, "list");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^KEY +STATUS +END +LAST USED +ACTS FOR +RESOURCE +REPLACED BY +PLATFORM\nworks +works +20/);
    expect(out).toMatch(/^gone +gone +- +- +- +gone +- +http:/m);
  });

  test("shows keys of the stack that no state has, and which key replaced one", async () => {
    const old = waitingForDelete(await make("ci-1"));
    const made = await make("ci-2");
    const replacedKeys = [{ name: "kept", expiresAt: "2026-01-01T00:00:00Z" }];
    const current = { ...made, urn: old.urn, outputs: { ...made.outputs, replacedKeys } };
    await make("kept", { ttl: 3600, ...marked });
    await make("of-a-bot", { user: "bot" });
    await createFor(platform(), ["web", "dev"], "OwnedAccessKey", { name: "of-another-stack", user: "ci" });
    const found = await listed([current, old], "--user", "bot");
    expect(found.keys).toMatchObject([
      { name: "ci-2", status: "works", replacedBy: null },
      { name: "ci-1", status: "works", replacedBy: "ci-2" },
      { name: "kept", status: "works", resource: null, expiresAt: rfc3339, replacedBy: "ci-2" },
      { name: "of-a-bot", status: "works", resource: null },
    ]);
    expect(found.unseen).toEqual([expect.stringMatching(/^The platform does not list access keys\. Searched: /)]);
  });

  test("counts a key as gone if another one has its name", async () => {
    const ours = await make("ci");
    await deleteAsColleague(platform(), "ownedaccesskeys/ci");
    const theirs = { kind: "OwnedAccessKey", metadata: { name: "ci" }, spec: { user: "ci", key: `${canary}-theirs` } };
    await createAsColleague(platform(), "ownedaccesskeys", theirs);
    expect((await listed([ours])).keys).toMatchObject([{ name: "ci", status: "gone" }]);
  });
});

describe("keys list", () => {
  const { platform, make, keys, listed } = keysOfStack();

  test.each<[string, Fault, number, RegExp, RegExp]>([
    [
      "a key that may not be read is unknown",
      { verb: "get", kind: "ownedaccesskeys", name: "b", action: { status: 403 } },
      1,
      /^a +works.*\nb +unknown/m,
      /^pulumi-vcluster-platform keys list: OwnedAccessKey "b": .*403/,
    ],
    [
      "a key whose read fails is unknown",
      { verb: "get", kind: "ownedaccesskeys", name: "b", action: { status: 500, body: `cannot read ${canary}-b` } },
      1,
      /^b +unknown/m,
      /OwnedAccessKey "b": .*500/,
    ],
    [
      "a refused key of the command is told by the exit code",
      { action: { status: 401 } },
      3,
      /^a +unknown.*\nb +unknown/m,
      /OwnedAccessKey "a": .*401/,
    ],
    [
      "principals whose keys may not be read are noted",
      { verb: "get", kind: "accesskeys", action: { status: 403 } },
      0,
      /^b +works(.*\n)+Keys that no state has were not searched: .*users\/ci\/accesskeys.*403/m,
      /^$/,
    ],
    [
      "a failed search is an error",
      { verb: "get", kind: "accesskeys", action: { status: 500, body: `cannot read ${canary}-b` } },
      1,
      /^b +works/m,
      /users\/ci\/accesskeys.*500/,
    ],
  ])("%s", async (_, fault, expected, shown, told) => {
    const state = [await make("a"), await make("b")];
    platform().faults.add({ ...fault, times: 99 });
    const { code, out, err } = await keys(state, "list");
    expect([code, out, err]).toEqual([expected, expect.stringMatching(shown), expect.stringMatching(told)]);
  });

  test("a key that is absent on another platform than its own is not gone", async () => {
    const other = await startRecorded();
    try {
      const elsewhere = await createFor(other, prod, "OwnedAccessKey", { name: "ci", user: "ci" });
      const { code, out, err } = await keys([elsewhere], "list");
      expect([code, out]).toEqual([1, expect.stringMatching(/^ci +unknown/m)]);
      expect(err).toContain("it was made on another platform than the one at");
    } finally {
      await other.close();
    }
  });

  test("the clock of the platform tells whether a key has expired", async () => {
    const state = [await make("ci", { ttl: 3600 })];
    const body = JSON.parse(JSON.stringify(platform().store.get("ownedaccesskeys", "ci")));
    const headers = { date: new Date(Date.now() + 2 * hourMs).toUTCString() };
    const read = { verb: "get", kind: "ownedaccesskeys", times: 9 } as const;
    platform().faults.add({ ...read, action: { status: 200, body, headers } });
    expect((await listed(state)).keys).toMatchObject([{ name: "ci", status: "expired" }]);
  });

  test("texts of the platform are masked, escaped and truncated", async () => {
    const state = [await make("ci")];
    const body = JSON.parse(JSON.stringify(platform().store.get("ownedaccesskeys", "ci")));
    body.spec.user = `\u001b[31m\u202e\n::error::${"x".repeat(5000)}`;
    body.status = { lastActivity: `${canary}-ci` };
    platform().faults.add({ verb: "get", kind: "ownedaccesskeys", times: 9, action: { status: 200, body } });
    const { out } = await keys(state, "list");
    const shown =
      /^ci +works +- +\[secret\] +user [^\p{Cc}\u202e]{200,253}… \(\d+ more characters\) +ci +- +http:\S+$/mu;
    expect(out).toMatch(shown);
    expect(out.trim().split("\n")).toHaveLength(3);
    const json = await keys(state, "list", "--json");
    expect(json.out).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
    expect(JSON.parse(json.out).keys).toMatchObject([{ name: "ci", lastActivity: "[secret]" }]);
  });

  test("a state without keys has none", async () => {
    const template = await createFor(platform(), prod, "SpaceTemplate", { name: "base" });
    expect(await keys([template], "list")).toMatchObject({ code: 0, out: expect.stringMatching(/^No access key of /) });
  });

  test("each platform of the stack is read, with its own key", async () => {
    const west = await startRecorded({ accessKey: "key-of-the-west-0123456789" });
    try {
      const there = await createFor(west, prod, "OwnedAccessKey", { name: "there", user: "ci" });
      const state = [await make("here"), ...onProvider(west, there)];
      const { baseUrl } = platform();
      expect((await listed(state)).keys).toMatchObject([
        { name: "there", status: "works", platform: west.baseUrl },
        { name: "here", status: "works", platform: baseUrl },
      ]);
    } finally {
      await west.close();
    }
  });
});
