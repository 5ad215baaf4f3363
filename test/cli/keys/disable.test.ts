import type { Fault } from "../../../emulator/faults/fault";
import { createAsColleague, deleteAsColleague, editAsColleague, statusWithKey, writesOf } from "../../support/http";
import { type RecordedPlatform, startRecorded, whenFaultsHit } from "../../support/startRecorded";
import { statusBody } from "../../support/statusBody";
import { createFor, type StateEntry } from "../stackOfTest";
import { canary, keysOfStack, onProvider, prod, waitingForDelete } from "./keysOfStack";

const patch = "PATCH ownedaccesskeys/ci";
const value = `${canary}-ci`;

describe.each([3, 4] as const)("keys disable on API %i", (api) => {
  const { platform, make, keys } = keysOfStack({ api });
  const stored = (name = "ci") => platform().store.get("ownedaccesskeys", name);
  const disable = (state: StateEntry[], ...args: string[]) => {
    platform().requests.length = 0;
    return keys(state, "disable", "ci", ...args);
  };

  test("disables the key and changes nothing else, and tells what pulumi up asks", async () => {
    const state = [
      await make("ci", { groups: ["a"], ttl: 3600, ttlAfterLastActivity: true, scope: { allowCli: true } }),
    ];
    await editAsColleague(platform(), "ownedaccesskeys/ci", { metadata: { labels: { team: "x" } } });
    const before = stored();
    const { code, out, err } = await disable(state, "--yes");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^OwnedAccessKey "ci" on http:\S+ \(user ci, not used yet\) is disabled now\. Now decide in/);
    expect(out).toMatch(/pulumi up --refresh fails until the resource "ci" has disabled: true, .* rotationTriggers, /);
    expect(stored()?.spec).toEqual({ ...before?.spec, disabled: true });
    expect(stored()?.metadata.labels).toEqual(before?.metadata.labels);
    expect(writesOf(platform())).toEqual([patch]);
    expect(await statusWithKey(platform(), value)).toBe(401);
    const again = await disable(state, "--yes");
    expect([again.code, again.out]).toEqual([0, expect.stringContaining("was disabled already. Now decide in")]);
    expect(writesOf(platform())).toEqual([]);
  });

  test("without --yes nothing is changed", async () => {
    const { code, out, err } = await disable([await make("ci")]);
    expect([code, out, err]).toEqual([
      2,
      "",
      expect.stringMatching(/^Nothing was changed\. To disable .*, add --yes\./),
    ]);
    expect(writesOf(platform())).toEqual([]);
  });

  test.each<[string, object, RegExp]>([
    ["the program enables it", { inputs: { disabled: false } }, /^Set disabled: true on the resource "ci": .* enable/],
    ["the program disables it, too", { inputs: { disabled: true } }, /^The program disables it, too: /],
    ["it waits for its delete", waitingForDelete({} as StateEntry), /^The next pulumi up ends it as the replaced key/],
  ])("the report tells that %s", async (_, more, next) => {
    const { out } = await disable([{ ...(await make("ci")), ...more }], "--yes", "--json");
    expect(JSON.parse(out)).toEqual({
      name: "ci",
      uid: stored()?.metadata.uid,
      platform: platform().baseUrl,
      resource: "ci",
      changed: true,
      next: expect.stringMatching(next),
    });
  });

  test("a key of the stack that no state has is disabled, and another one is not", async () => {
    await make("ci");
    const state = [await make("other")];
    expect((await disable(state, "--yes")).out).toMatch(/No given state has the key, so pulumi up asks nothing\.\n$/);
    expect(stored()?.spec.disabled).toBe(true);
    await deleteAsColleague(platform(), "ownedaccesskeys/ci");
    await createFor(platform(), ["web", "dev"], "OwnedAccessKey", { name: "ci", user: "ci", key: value });
    const { code, err } = await disable(state, "--yes");
    expect([code, err]).toEqual([1, expect.stringMatching(/No OwnedAccessKey "ci" of this stack is on .*keys list/)]);
    expect(writesOf(platform())).toEqual([]);
  });

  const theirs = { kind: "OwnedAccessKey", metadata: { name: "ci" }, spec: { user: "ci", key: value } };
  const recreate = async () => {
    await deleteAsColleague(platform(), "ownedaccesskeys/ci");
    await createAsColleague(platform(), "ownedaccesskeys", theirs);
  };

  test("a key that was created again by others is not disabled", async () => {
    const state = [await make("ci")];
    await recreate();
    expect(await disable(state, "--yes")).toMatchObject({
      code: 1,
      err: expect.stringContaining("no state has its uid"),
    });
    expect(stored()?.spec.disabled).toBeUndefined();
  });

  test("a key that is created again by others before the write is not disabled", async () => {
    const state = [await make("ci")];
    platform().faults.add({ verb: "patch", kind: "ownedaccesskeys", action: { delayMs: 300 } });
    const running = disable(state, "--yes");
    await whenFaultsHit(platform());
    await recreate();
    const { code, err } = await running;
    expect([code, err]).toEqual([1, expect.stringContaining('Cannot update OwnedAccessKey "ci"')]);
    expect(stored()?.spec.disabled).toBeUndefined();
  });

  const write = { verb: "patch", kind: "ownedaccesskeys" } as const;
  test.each<[string, Fault, number, RegExp]>([
    ["a missing permission fails", { ...write, action: { status: 403 } }, 1, /patch.*403|403.*PATCH|PATCH.*403/i],
    ["a refused key of the command exits with 3", { ...write, action: { status: 401 } }, 3, /401/],
    [
      "a failure does not quote a key",
      { ...write, action: { status: 422, body: statusBody(422, "Invalid", value) } },
      1,
      /422/,
    ],
    ["a lost response is no failure", { ...write, times: 1, action: "reset-after" }, 0, /^$/],
    ["a write of others in between is no failure", { ...write, times: 1, action: "conflict" }, 0, /^$/],
  ])("%s", async (_, fault, expected, told) => {
    const state = [await make("ci")];
    platform().faults.add({ times: 99, ...fault });
    const { code, err } = await disable(state, "--yes");
    expect([code, err]).toEqual([expected, expect.stringMatching(told)]);
    expect(stored()?.spec.disabled === true).toBe(expected === 0);
  });
});

describe.each([
  [3, false, "refused"],
  [4, false, "refused"],
  [4, true, "refused"],
  [3, true, "noted"],
] as const)("the key that the command acts with, on API %i with hidden values: %s", (api, hideKeys, fate) => {
  const { platform, make, keysAs } = keysOfStack({ api, hideKeys });

  test(`is ${fate}`, async () => {
    const state = [await make("ci", { user: "admin" })];
    const { code, err } = await keysAs(value, state, ["disable", "ci", "--yes"]);
    const isDisabled = platform().store.get("ownedaccesskeys", "ci")?.spec.disabled === true;
    const expected = {
      refused: [1, expect.stringMatching(/acts with OwnedAccessKey "ci" itself, .* another key: set VCLUSTER_/), false],
      noted: [
        0,
        expect.stringMatching(/^note: The platform does not tell whether this command acts with .*"ci"/),
        true,
      ],
    };
    expect([code, err, isDisabled]).toEqual(expected[fate]);
  });
});

describe("keys disable with two platforms", () => {
  const { platform, make, keys, keysAs } = keysOfStack();
  const disabled = (...platforms: RecordedPlatform[]) =>
    platforms.map(({ store }) => store.get("ownedaccesskeys", "ci")?.spec.disabled);
  let west: RecordedPlatform;
  beforeEach(async () => {
    west = await startRecorded({ accessKey: "key-of-the-west-0123456789" });
  });
  afterEach(() => west.close());
  const makeInWest = () => createFor(west, prod, "OwnedAccessKey", { name: "ci", user: "ci" });

  test("disables the key where a state has it", async () => {
    await make("ci");
    const state = [await make("other"), ...onProvider(west, await makeInWest())];
    expect(await keys(state, "disable", "ci", "--yes")).toMatchObject({ code: 0 });
    expect(disabled(platform(), west)).toEqual([undefined, true]);
  });

  test("names the candidates where two have the key", async () => {
    const state = [await make("ci"), ...onProvider(west, await makeInWest())];
    const { code, err } = await keys(state, "disable", "ci", "--yes");
    expect([code, err]).toEqual([2, expect.stringMatching(/"ci" is on several platforms: .* Choose with --base-url/)]);
    for (const { baseUrl } of [platform(), west]) expect(err).toContain(`${baseUrl} (urn:pulumi:prod::web::`);
    expect(disabled(platform(), west)).toEqual([undefined, undefined]);
  });

  test.each(["here", "west"])(
    "--base-url chooses one of them, in a state that names that of %s first",
    async (first) => {
      const [here, there] = [await make("ci"), onProvider(west, await makeInWest())];
      const state = first === "here" ? [here, ...there] : [...there, here];
      const args = ["disable", "ci", "--yes", "--base-url", west.baseUrl];
      expect(await keysAs(west.accessKey, state, args)).toMatchObject({ code: 0, err: "" });
      expect(disabled(platform(), west)).toEqual([undefined, true]);
    },
  );
});

describe("keys disable with two resources of one name", () => {
  const { platform, make, keys } = keysOfStack();
  const specOf = (name: string) => platform().store.get("ownedaccesskeys", name)?.spec;
  const disable = (state: StateEntry[], name = "ci") => keys(state, "disable", name, "--yes");

  test.each(["first", "last"])("the uid tells which of them has the key, here the %s", async (place) => {
    const old = waitingForDelete(await make("ci"));
    await deleteAsColleague(platform(), "ownedaccesskeys/ci");
    const current = await make("ci");
    const { code, out } = await disable(place === "first" ? [current, old] : [old, current]);
    expect([code, out]).toEqual([0, expect.stringMatching(/ is disabled now\. Now decide in the program: /)]);
    expect(specOf("ci")?.disabled).toBe(true);
  });

  test("what each of two stacks with the key is asked is told, and the label stays", async () => {
    const made = await make("ci");
    const labels = platform().store.get("ownedaccesskeys", "ci")?.metadata.labels;
    const imported = { ...made, urn: made.urn.replace(":prod:", ":dev:"), inputs: { disabled: false } };
    const { code, out } = await disable([imported, made]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/now\. web\/dev: Set disabled: true on .* web\/prod: Now decide in the program: /),
    ]);
    expect(platform().store.get("ownedaccesskeys", "ci")).toMatchObject({
      spec: { disabled: true },
      metadata: { labels },
    });
  });

  test("a display name is no name", async () => {
    const state = [await make("ci", { displayName: "other" }), await make("other", { displayName: "ci" })];
    expect(await disable(state, "other")).toMatchObject({ code: 0 });
    expect([specOf("ci")?.disabled, specOf("other")?.disabled]).toEqual([undefined, true]);
  });
});

describe("keys whose state has no uid", () => {
  const { platform, make, keys, listed } = keysOfStack();
  const withoutUid = ({ outputs, ...entry }: StateEntry, uid?: null): StateEntry => ({
    ...entry,
    outputs: { ...outputs, uid },
  });

  test.each([undefined, null])("are found by the owner label (%s)", async (uid) => {
    const state = [withoutUid(await make("ci"), uid)];
    expect((await listed(state)).keys).toMatchObject([{ name: "ci", status: "works" }]);
    expect((await keys(state, "disable", "ci", "--yes")).out).toMatch(/ is disabled now\. Now decide in the program/);
    expect(platform().store.get("ownedaccesskeys", "ci")?.spec.disabled).toBe(true);
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      "nobody",
      () =>
        createAsColleague(platform(), "ownedaccesskeys", {
          kind: "OwnedAccessKey",
          metadata: { name: "ci" },
          spec: { user: "ci" },
        }),
    ],
    ["another stack", () => createFor(platform(), ["web", "dev"], "OwnedAccessKey", { name: "ci", user: "ci" })],
  ])("are gone, and not disabled, if the key has the label of %s", async (_, create) => {
    const state = [withoutUid(await make("ci"))];
    await deleteAsColleague(platform(), "ownedaccesskeys/ci");
    await create();
    expect((await listed(state)).keys).toMatchObject([{ name: "ci", status: "gone" }]);
    const { code, err } = await keys(state, "disable", "ci", "--yes");
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/No OwnedAccessKey "ci" of this stack .* no owner label of/),
    ]);
    expect(platform().store.get("ownedaccesskeys", "ci")?.spec.disabled).toBeUndefined();
  });
});
