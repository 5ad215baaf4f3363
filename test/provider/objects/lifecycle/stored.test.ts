import type { Config, ConflictPolicy } from "../../../../provider/config/config";
import { deleteStored, readStored, updateStored } from "../../../../provider/objects/lifecycle/stored";
import { allStored, listStored } from "../../../../provider/objects/lifecycle/storedLookups";
import type { Context, Recorded } from "../../../../provider/objects/operation";
import type { Properties } from "../../../../provider/objects/values";
import { ownedAccessKey } from "../../../../provider/resources/ownedAccessKey/ownedAccessKey";
import { spaceTemplate } from "../../../../provider/resources/spaceTemplate";
import { against, closeAll, type Reply, rejection, status } from "../../api/scriptedServer";
import { contextOf, operationOn, scriptOf } from "../contextOf";

afterEach(closeAll);

describe("a stored object", () => {
  const nonce = { annotations: { "pulumi-vcluster-platform/create-nonce": "n1" } };
  const inputs = { name: "dev", displayName: "d" };
  const changed = { ...inputs, displayName: "e" };
  const known: Recorded = { inputs, state: { ...inputs, uid: "u1", resourceVersion: "7" } };
  const unseen: Recorded = { inputs, state: inputs, nonce: "n1" };
  const live = (displayName: string, more: object = {}): Reply => {
    const metadata = { name: "dev", uid: "u1", resourceVersion: "7", ...more };
    return { body: { kind: "SpaceTemplate", metadata, spec: { displayName } } };
  };
  const answers = {
    d: live("d"),
    e: live("e"),
    theirs: live("theirs"),
    ours: live("d", nonce),
    gone: status(404, "NotFound", 'spacetemplates.management.loft.sh "dev" not found'),
    here: { body: { kind: "Project", metadata: { name: "default", uid: "p1" } } },
  };
  const elsewhere = { platform: { project: "p2" } };
  const noSelf = "GET here, POST gone";

  /** Runs an operation on a platform with scripted responses; returns its outcome or failure. */
  async function run<T>(script: string, operation: (context: Context) => Promise<T>) {
    const { replies, requests } = script ? scriptOf(answers, script) : { replies: [], requests: [] };
    const { client, server } = await against(replies);
    const { context, warnings } = contextOf(client);
    const [outcome, failure] = await operation(context).then(
      (value) => [value, undefined] as const,
      (error: Error) => [undefined, error] as const,
    );
    expect(server.requests.map(({ method }) => method)).toEqual(requests);
    const bodies = server.requests.map(({ body }) => body && JSON.parse(body));
    return { outcome, failure, warnings, bodies };
  }
  const read = (script: string, recorded = known, more = {}) =>
    run(script, (context) =>
      readStored(operationOn(context, spaceTemplate, { id: "dev", recorded: { ...recorded, ...more } })),
    );
  const updated = (script: string, recorded: Recorded, wanted: object = inputs, settings: Partial<Config> = {}) =>
    run(script, (context) => {
      const values = { id: "dev", recorded, inputs: { ...wanted } };
      const config = { ...context.config, ...settings };
      return updateStored(operationOn({ ...context, config }, spaceTemplate, values));
    });
  const deleted = (script: string, more = {}) =>
    run(script, (context) =>
      deleteStored(operationOn(context, spaceTemplate, { id: "dev", recorded: { ...unseen, ...more } })),
    );

  test("a read of a deleted object returns nothing, with a warning", async () => {
    const { outcome, failure, warnings } = await read("GET gone");
    expect([outcome, failure]).toEqual([undefined, undefined]);
    expect(warnings).toEqual([expect.stringContaining('SpaceTemplate "dev" is not on the platform any more')]);
  });

  describe("an update without a read", () => {
    const exact: Recorded = { ...known, exactLabel: "" };
    Object.assign(answers, {
      newer: live("e", { resourceVersion: "8" }),
      other: live("e", { uid: "u2" }),
      denied: status(403, "Forbidden", "no"),
      busy: { ...status(503, "Busy", "no"), headers: { "retry-after": "999999" } },
    });

    test("is one patch for the recorded uid and version", async () => {
      const { outcome, bodies } = await updated("PATCH newer", exact, changed);
      expect(outcome).toMatchObject({ inputs: changed, state: { displayName: "e" }, exactLabel: "" });
      expect(bodies[0]).toEqual([
        { op: "test", path: "/metadata/uid", value: "u1" },
        { op: "test", path: "/metadata/resourceVersion", value: "7" },
        { op: "replace", path: "/metadata/resourceVersion", value: "7" },
        { op: "replace", path: "/spec/displayName", value: "e" },
      ]);
    });

    const withState = (state: object): Recorded => ({ ...exact, state: { ...exact.state, ...state } });
    const labelled = {
      ...exact,
      inputs: { ...inputs, labels: { a: "1" } },
      state: { ...exact.state, labels: { a: "1" } },
    };
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`a.b/${index}`, ""]));
    test.each<[string, script: string, Recorded, wanted?: object]>([
      ["any refusal, whose words may be of others", "PATCH denied, GET d, PATCH e", exact],
      ["a state without a version", "GET d, PATCH e", withState({ resourceVersion: undefined })],
      ["a version that guards nothing", "GET d, PATCH e", withState({ resourceVersion: "0" })],
      ["a change that a refresh reported", "GET d, PATCH e", withState({ externalChange: "x" })],
      ["the label of another stack", "GET d, PATCH e", { ...exact, exactLabel: "of-another" }],
      ["too many changes for a patch", "GET d, PATCH e", labelled, { ...changed, labels: many }],
    ])("is not enough after %s", async (_, script, recorded, wanted = changed) => {
      expect((await updated(script, recorded, wanted)).outcome).toMatchObject({ state: { displayName: "e" } });
    });

    test.each<[string, script: string, words: string]>([
      ["the answer is another object", "PATCH other", "returned another object (uid u2, ours is u1)"],
      ["the platform has no time for it", "PATCH busy", "Not tried again"],
    ])("fails if %s", async (_, script, words) => {
      expect((await updated(script, exact, changed)).failure?.message).toContain(words);
    });

    test("does not follow an update of a terminating object", async () => {
      Object.assign(answers, { ending: live("e", { deletionTimestamp: "2026-01-01T00:00:00Z" }) });
      const { outcome } = await updated("GET d, PATCH ending", known, changed);
      expect(outcome).toMatchObject({ state: { displayName: "e" }, exactLabel: undefined });
    });
  });

  test.each<[own: string | undefined, general: ConflictPolicy, script: string]>([
    [undefined, "overwrite", "GET theirs, PATCH d"],
    ["overwrite", "merge", "GET theirs, PATCH d"],
    ["merge", "overwrite", "GET theirs"],
  ])("the conflictPolicy %p of the resource precedes %p of the provider: %s", async (own, general, script) => {
    const wanted = { ...inputs, ...(own && { conflictPolicy: own }) };
    await updated(script, { ...known, inputs: wanted }, wanted, { conflictPolicy: general });
  });

  test.each<[string, script: string, warning: string]>([
    ["without an object", "GET gone", "nothing was deleted there"],
    ["with an object of others", "GET d", "It is left alone."],
  ])("a delete after an init failure %s sends nothing more, with a warning", async (_, script, warning) => {
    const { failure, warnings } = await deleted(script);
    expect([failure, warnings]).toEqual([undefined, [expect.stringContaining(warning)]]);
  });

  test("a read after an init failure leaves an object of others alone, with a warning", async () => {
    const { outcome, failure, warnings } = await read("GET d", unseen);
    expect([outcome, failure]).toEqual([undefined, undefined]);
    expect(warnings).toEqual([expect.stringMatching(/took the name before its create .*\. It is left alone\./)]);
  });

  test("a read after an init failure without an object asks for another pulumi up", async () => {
    const words = /^SpaceTemplate "dev" may or may not .*: its create did not come to an end\. Run pulumi up again/;
    expect((await read("GET gone", unseen)).failure?.message).toMatch(words);
  });

  const another = /it was made on another platform than the one at https:\/\/platform\.test/;
  test.each([
    ["an update", () => updated(noSelf, { ...unseen, ...elsewhere })],
    ["a delete", () => deleted(`GET gone, ${noSelf}`, elsewhere)],
    ["a delete where the name is taken", () => deleted(`GET d, ${noSelf}`, elsewhere)],
    ["a read where the name is taken", () => read(`GET d, ${noSelf}`, unseen, elsewhere)],
  ])("%s after an init failure fails on another platform, and writes nothing", async (_, operation) => {
    const { failure, warnings } = await operation();
    expect(failure?.message).toMatch(another);
    expect(warnings).toEqual([]);
  });

  const unidentified = { platform: { address: "https://platform.test" } };
  test("a delete after an init failure without an object fails where nothing identifies the platform", async () => {
    const { failure, warnings } = await deleted("GET gone", unidentified);
    expect(failure?.message).toMatch(
      /it is not on the platform at https:\/\/platform\.test, and no identifier shows whether it was made there\. If the address is wrong, correct vcluster-platform:baseUrl\. If it is right, the object is gone: pulumi state delete/,
    );
    expect(warnings).toEqual([]);
  });

  test("an unfinished create goes on where nothing identifies the platform, unless the address changed", async () => {
    const resumed = await updated("GET ours, GET ours, PATCH e", { ...unseen, ...unidentified }, changed);
    expect(resumed).toMatchObject({ outcome: { state: { displayName: "e" } }, failure: undefined });
    const moved = await updated("", { ...unseen, platform: { address: "https://old.test" } }, changed);
    expect(moved.failure?.message).toContain("no identifier shows whether it was made there");
  });
});

describe("lookups of stored objects", () => {
  const { type, plural, inputs } = ownedAccessKey;
  const resource = { type, plural, inputs };

  const list = (names: string[], next = ""): Reply => ({
    body: { items: names.map((name) => ({ metadata: { name } })), metadata: { continue: next } },
  });
  const refused = status(400, "BadRequest", "unable to parse requirement");

  const on = async (...script: Reply[]) => contextOf((await against(script)).client);
  const all = async (context: Context, filter: Properties) => {
    for await (const _ of allStored(context, resource, { filter }));
  };

  test("a selector that the platform refuses is an error of the property", async () => {
    const words = /^property "labelSelector" is refused by the platform\. .*unable to parse requirement/;
    const filter = { labelSelector: "a b" };
    for (const read of [all, (context: Context) => listStored(context, resource, { filter })]) {
      const error = await rejection(read((await on(refused)).context, filter));
      expect(error).toMatchObject({ name: "ResourceError", cause: { status: 400 } });
      expect(error.message).toMatch(words);
    }
  });

  test.each<[string, Reply, Properties, string]>([
    ["a refusal where no selector was set", refused, {}, ""],
    ["a refusal of an empty selector", refused, { labelSelector: "" }, ""],
    ["another failure", status(403, "Forbidden", "no"), { labelSelector: "a" }, ""],
    ["a refusal of a later page, whose token is as likely", refused, { labelSelector: "a" }, "token"],
  ])("%s is no error of the selector", async (_, answer, filter, token) => {
    const { context } = await on(answer);
    expect((await rejection(listStored(context, resource, { filter, token }))).name).toBe("ApiError");
    for (const first of [["a"], []]) {
      const script = token === "" ? [answer] : [list(first, token), answer];
      expect((await rejection(all((await on(...script)).context, filter))).name).toBe("ApiError");
    }
  });
});
