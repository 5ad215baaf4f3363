import type { Outcome } from "../../../cli/drift/engine/refresh";
import { shownAt, writerOf } from "../../../cli/drift/findings/closerLook";
import { abbreviated, type Found, findingsOf, subjectOf } from "../../../cli/drift/findings/finding";
import { hiddenObjects } from "../../../cli/drift/findings/hidden";
import { orphanFindings } from "../../../cli/drift/findings/orphans";
import { type ComparedResource, expiryFindings, resourceFindings } from "../../../cli/drift/findings/resource";
import { withoutSpec } from "../../../cli/drift/survey";
import { Platforms } from "../../../cli/platforms";
import { type ExportedState, providerType } from "../../../cli/state/exportedState";
import type { PlatformOptions } from "../../../emulator/options";
import type { ApiObject } from "../../../provider/api/client";
import { Secrets } from "../../../provider/api/output/redaction";
import { resolveConfig } from "../../../provider/config/resolveConfig";
import { Session } from "../../../provider/engine/session";
import { createAsColleague } from "../../support/http";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { noFiles } from "../doctor/examined";
import { createFor } from "../stackOfTest";

const now = new Date("2026-01-10T00:00:00Z");
const days = (count: number) => count * 86_400;

test.each<[string, object, number, boolean, string[]]>([
  ["a key without an end", {}, days(30), false, []],
  ["a later end", { expiresAt: "2026-01-13T00:00:01Z" }, days(3), false, []],
  ["an end within the period", { expiresAt: "2026-01-13T00:00:00Z" }, days(3), false, ["expiring"]],
  ["a due rotation, whatever the period", { expiresAt: "2026-03-01T00:00:00Z" }, 0, true, ["due"]],
  ["an end this moment", { expiresAt: "2026-01-10T00:00:00Z" }, 0, false, ["expired"]],
  ["a past end and a due rotation", { expiresAt: "2026-01-01T00:00:00Z" }, 0, true, ["expired", "due"]],
  ["both within the period", { expiresAt: "2026-01-11T00:00:00Z" }, days(3), true, ["expiring", "due"]],
  ["a disabled key", { expiresAt: "2026-01-01T00:00:00Z", disabled: true }, days(3), false, []],
  ["an invalid time", { expiresAt: "soon" }, days(3), false, []],
  ["a due rotation of a key without an end", {}, 0, true, ["due"]],
])("expiry: %s", (_, outputs, expiringWithinSeconds, isDue, kinds) => {
  const found = expiryFindings({ ...outputs }, { now, expiringWithinSeconds }, isDue);
  expect(found.map(({ kind }) => kind)).toEqual(kinds);
});

test("a note names the objects whose spec nothing compares", () => {
  const of = (id: string, inputs: object, kind = "PlatformObject") => ({
    ...{ urn: `urn:pulumi:dev::web::vcluster-platform:index:${kind}::${id}`, id, inputs: { ...inputs } },
    type: `vcluster-platform:index:${kind}`,
  });
  const blind = of("App/redis", { kind: "App" });
  const others = [of("App/shop", { kind: "App", spec: {} }), of("web", {}, "Team")];
  expect(withoutSpec([...others, blind])).toEqual(["Not compared, because the program declares no spec: App/redis."]);
  expect(withoutSpec(others)).toEqual([]);
});

const secret = "s3cr3t-of-somebody-else";
const concealer = new Secrets([secret, "another-secret-0123", "x"]);
const place = { project: "web", stack: "dev" };
const one = subjectOf({ urn: "urn:pulumi:dev::web::vcluster-platform:index:SpaceTemplate::one", id: "one" });

const findingOf = (found: Partial<Found>) => {
  const all = [{ subject: one, kind: "changed" as const, message: "m", ...found }];
  return findingsOf(place, all, concealer)[0];
};

test.each<[string, unknown, unknown]>([
  ["in a text", `the key is ${secret}!`, "the key is [secret]!"],
  ["in base64", Buffer.from(`Bearer ${secret}`).toString("base64"), "[secret]"],
  ["as a key of a map", { [secret]: 1 }, { "[secret]": 1 }],
  ["in no value", { a: [1, true, null, "text"] }, { a: [1, true, null, "text"] }],
])("a secret in a plain field is masked: %s", (_, live, shown) => {
  expect(findingOf({ live, expected: live })).toMatchObject({ live: shown, expected: shown });
});

test("a plain word that is also a secret changes no path and no manager", () => {
  const all = [
    {
      subject: one,
      kind: "changed",
      message: "m",
      path: "/labels/a",
      by: { manager: "kubectl-edit", time: null },
      live: "label",
    } as const,
  ];
  const [found] = findingsOf(place, all, new Secrets(["label", "edit"]));
  expect(found).toMatchObject({ path: "/labels/a", by: { manager: "kubectl-edit" }, live: "[secret]" });
});

test("a secret in a message, a path or a manager is masked, also in part", () => {
  const by = { manager: `by-${secret}`, time: null };
  const quoting = findingOf({ message: `400: {"key": "${secret}"}`, by, path: `/labels/${secret}` });
  expect(JSON.stringify(quoting)).not.toContain(secret);
  const live = `${"a".repeat(70)}${secret}`;
  const finding = findingOf({ live, message: (values) => `It is ${abbreviated(values.live)}.` });
  expect(finding?.message).toMatch(/^It is "a{70}/);
  expect(finding?.message).not.toContain("s3c");
});

test("a fingerprint depends on the place, not on values and messages", () => {
  const fingerprintOf = (found: Partial<Found>) => findingOf({ path: "/displayName", ...found })?.fingerprint;
  expect(fingerprintOf({ live: "a", message: "one" })).toBe(fingerprintOf({ live: "b", message: "two" }));
  const places = [{}, { path: "/description" }, { distinction: "uid-1" }, { distinction: "uid-2" }];
  const all: Partial<Found>[] = [...places, { kind: "rotated" }];
  expect(new Set(all.map(fingerprintOf)).size).toBe(all.length);
});

/** A session with the settings of a platform alone. */
function sessionOf({ baseUrl, accessKey }: RecordedPlatform): Session {
  const resolved = resolveConfig(
    { baseUrl, accessKey },
    { env: {}, files: { homedir: "/", readFile: () => ({ text: "", isWritableByOthers: false }) } },
  );
  if (!("config" in resolved)) throw new Error("The settings are incomplete.");
  return new Session(resolved.config);
}

const urn = "urn:pulumi:dev::web::vcluster-platform:index:SpaceTemplate::shared";
const exported = {
  urn,
  type: "vcluster-platform:index:SpaceTemplate",
  id: "shared",
  custom: true,
  inputs: {},
  outputs: {},
};

test("a resource that the program only reads is compared with its outputs", async () => {
  const stateOf = (displayName: string) => ({ inputs: {}, outputs: { name: "shared", displayName } });
  const [old, now] = [stateOf("Ours"), stateOf("Theirs")];
  const outcome = { urn, result: "changed", old, new: now, errors: [] } as unknown as Outcome;
  // A read without declared inputs would be an import, in which every field is new.
  const context = jest.fn();
  const session = { context } as unknown as Session;
  const watched: ComparedResource = { exported, outcome, platform: { session, problems: [] } };
  const found = await resourceFindings(watched, { now: new Date(), expiringWithinSeconds: 0 });
  expect(found).toMatchObject([{ kind: "changed", path: "/displayName", expected: "Ours", live: "Theirs" }]);
  expect(context).not.toHaveBeenCalled();
});

test("a key whose second read fails has the kind of finding that the first read showed", async () => {
  const type = "vcluster-platform:index:OwnedAccessKey";
  const inputs = { name: "ci", user: "ci" };
  const externalChange = "the key was disabled outside";
  const outcome = {
    urn,
    result: "changed",
    old: { inputs, outputs: { ...inputs, externalChange: null } },
    new: { inputs, outputs: { ...inputs, externalChange } },
    paths: ["externalChange"],
    errors: [],
  } as unknown as Outcome;
  const session = {
    context: () => {
      throw new Error("503");
    },
  } as unknown as Session;
  const watched = { exported: { ...exported, type, id: "ci", inputs }, outcome, platform: { session, problems: [] } };
  const found = await resourceFindings(watched, { now, expiringWithinSeconds: 0 });
  expect(found).toMatchObject([
    { kind: "disabled", path: "/disabled", message: `OwnedAccessKey "ci": ${externalChange}.` },
  ]);
});

const platformsOf = (state: ExportedState, settings: Record<string, string>) => {
  const stack = resolveConfig(settings, { env: {}, files: noFiles });
  return new Platforms(state, { stack, isConfigured: () => false, signal: new AbortController().signal });
};

test.each<[string, Record<string, string>, boolean]>([
  ["no access key", { baseUrl: "https://platform.example" }, true],
  ["no address", { accessKey: "some-access-key" }, false],
])("orphans of a stack without resources are unknown with %s", async (_, config, unauthorized) => {
  const state = { resources: [], creating: [] };
  const heldBy = async () => new Map();
  const platforms = platformsOf(state, config);
  const search = { place, state, platforms, notify: () => {}, isWanted: () => true, heldBy, principals: [] };
  const orphans = await orphanFindings(search);
  expect(orphans).toMatchObject({ unauthorized, found: [{ kind: "unknown" }] });
});

test("a kind of the state that the platform does not list is a gap of the search for orphans", async () => {
  const { baseUrl, accessKey, faults, close } = await startRecorded();
  faults.add({ verb: "list", times: 9, action: { status: 404, body: "404 page not found" } });
  const state = { resources: [exported], creating: [] };
  const platforms = platformsOf(state, { baseUrl, accessKey });
  const heldBy = async () => new Map();
  const search = { place, state, platforms, notify: () => {}, isWanted: () => true, heldBy, principals: [] };
  const { found } = await orphanFindings(search);
  await close();
  expect(found).toMatchObject([{ subject: { name: "spacetemplates" }, kind: "unknown" }]);
});

test.each<[string, Record<string, string>, RegExp]>([
  ["is searched", {}, /^made by the stack/],
  ["is a gap without an address", { baseUrl: "" }, /the platform of the provider "west" is not known: baseUrl/],
])("the platform of a provider without resources %s", async (_, changed, message) => {
  const platform = await startRecorded();
  await createFor(platform, [place.project, place.stack], "SpaceTemplate", { name: "lost" });
  const { baseUrl, accessKey, close } = platform;
  const urn = "urn:pulumi:dev::test::pulumi:providers:vcluster-platform::west";
  const provider = { urn, id: "1", type: providerType, inputs: { baseUrl, accessKey, ...changed } };
  const state = { resources: [provider], creating: [] };
  const heldBy = async () => new Map();
  const platforms = platformsOf(state, {});
  const search = { place, state, platforms, notify: () => {}, isWanted: () => true, heldBy, principals: [] };
  const { found } = await orphanFindings(search);
  await close();
  expect(found).toMatchObject([{ message: expect.stringMatching(message) }]);
});

test("a platform of two providers is searched once, and one usable key is enough", async () => {
  const platform = await startRecorded();
  await createFor(platform, [place.project, place.stack], "SpaceTemplate", { name: "lost" });
  platform.requests.length = 0;
  const { baseUrl, accessKey, close } = platform;
  const provider = (name: string, key: string) => {
    const urn = `urn:pulumi:dev::web::pulumi:providers:vcluster-platform::${name}`;
    return { urn, id: "1", type: providerType, inputs: { baseUrl, accessKey: key } };
  };
  const state = { resources: [provider("a", "refused-key-0123456789"), provider("b", accessKey)], creating: [] };
  const heldBy = async () => new Map();
  const platforms = platformsOf(state, {});
  const search = { place, state, platforms, notify: () => {}, isWanted: () => true, heldBy, principals: [] };
  const result = await orphanFindings(search);
  await close();
  expect(result).toMatchObject({ unauthorized: false, refusing: [], found: [{ kind: "orphan" }] });
  const lists = platform.requests.filter(({ path, status }) => path.includes("labelSelector") && status === 200);
  expect(lists).toHaveLength(1);
});

const readScope = { allowLoftCli: true };

const hiddenNote = /^The platform does not show the values of access keys to the key of this run/;

test.each<[string, PlatformOptions, object, "same" | "changed", RegExp[]]>([
  ["a key that sees values", { api: 4 }, {}, "same", []],
  ["a key with a scope", { api: 4 }, { scope: readScope }, "same", [hiddenNote]],
  ["a key with a scope, if the key has other changes", { api: 4 }, { scope: readScope }, "changed", []],
])("the note that a rotation of a key is not seen, with %s", async (_, options, reader, result, expected) => {
  const platform = await startRecorded(options);
  try {
    const spec = { user: "ci", key: "generated-key-0123456789" };
    const ofRun = { user: "admin", key: "key-of-this-run-0123456789", ...reader };
    for (const [name, each] of Object.entries({ ci: spec, run: ofRun }))
      await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name }, spec: each });
    const { uid } = platform.store.get("ownedaccesskeys", "ci")?.metadata ?? {};
    const inputs = { name: "ci", user: "ci" };
    const type = "vcluster-platform:index:OwnedAccessKey";
    const watched = {
      exported: { ...exported, type, id: "ci", inputs, outputs: { ...inputs, uid, key: spec.key } },
      outcome: { urn, result, errors: [] } as unknown as Outcome,
      platform: { session: sessionOf({ ...platform, accessKey: ofRun.key }), problems: [] },
    };
    const { notes } = await hiddenObjects([watched, watched], now);
    expect(notes).toEqual(expected.map((each) => expect.stringMatching(each)));
  } finally {
    await platform.close();
  }
});

const inputs = { key: "k", login: { token: "t", user: "u" }, list: [{ a: "x" }, { a: "y" }], plain: { b: 1 } };

test.each<[string, (string | number)[], (string | number)[][], unknown]>([
  ["a secret", ["key"], [["key"]], "[secret]"],
  ["a part of a secret", ["login", "user"], [["login"]], "[secret]"],
  ["a secret in a shown map", ["login"], [["login", "token"]], { token: "[secret]", user: "u" }],
  ["a secret in each entry of a list", ["list"], [["list", "*", "a"]], [{ a: "[secret]" }, { a: "[secret]" }]],
  ["an entry of a secret list", ["list", 1], [["list"]], "[secret]"],
  ["a plain value", ["plain"], [["key"]], { b: 1 }],
  ["an absent value, secret or not", ["absent"], [["absent"]], undefined],
])("%s is shown masked where it is secret", (_, path, secrets, shown) => {
  expect(shownAt(inputs, path, secrets)).toEqual(shown);
});

const entry = (manager: string, time: string, fieldsV1: object) => ({ manager, time, fieldsV1, operation: "Update" });

const live = {
  apiVersion: "v1",
  kind: "X",
  metadata: {
    name: "x",
    uid: "u2",
    creationTimestamp: "2026-01-01T00:00:00Z",
    finalizers: ["b"],
    managedFields: [
      entry("gitops", "2026-01-01T00:00:00Z", { "f:spec": { "f:a": {} } }),
      entry("kubectl-edit", "2026-01-02T00:00:00Z", { "f:spec": { "f:b": {}, "f:uid": {} } }),
      entry("pulumi-vcluster-platform", "2026-01-03T00:00:00Z", {
        "f:metadata": { "f:finalizers": {} },
        "f:spec": { "f:c": {} },
      }),
    ],
  },
  spec: { a: 1, b: 2, uid: "u1", c: ["x"] },
} as unknown as ApiObject;

test.each<[string, string[], unknown, unknown, string | undefined]>([
  ["the owner of a field", ["spec", "b"], 1, 2, "kubectl-edit"],
  ["the owner of a field called uid", ["spec", "uid"], "u0", "u1", "kubectl-edit"],
  ["for metadata.uid, the manager at the creation", ["metadata", "uid"], "u1", "u2", "gitops"],
  ["nobody for a removed field", ["spec", "gone"], 1, undefined, undefined],
  ["nobody for the rest of our own list", ["metadata", "finalizers"], ["a", "b"], ["b"], undefined],
  ["us for our own list with other entries", ["spec", "c"], ["y"], ["x"], "pulumi-vcluster-platform"],
])("the manager of a change is %s", (_, path, before, now, manager) => {
  expect(writerOf(live, [path], { before, now })?.manager).toBe(manager);
});
