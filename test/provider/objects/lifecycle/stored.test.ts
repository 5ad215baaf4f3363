import { storedObject } from "../../../../provider/objects/lifecycle/stored";
import { storedLookups } from "../../../../provider/objects/lifecycle/storedLookups";
import type { OperationContext, Recorded } from "../../../../provider/objects/operation";
import type { Properties } from "../../../../provider/objects/values";
import { ownedAccessKey } from "../../../../provider/resources/ownedAccessKey/ownedAccessKey";
import { spaceTemplate } from "../../../../provider/resources/spaceTemplate";
import { against, closeAll, type Reply, rejection, status } from "../../api/scriptedServer";
import { contextOf, scriptOf } from "../contextOf";

afterEach(closeAll);

describe("a stored object", () => {
  const template = storedObject({ kind: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs });
  const nonce = { annotations: { "pulumi-vcluster-platform/create-nonce": "n1" } };
  const inputs = { name: "dev", displayName: "d" };
  const changed = { ...inputs, displayName: "e" };
  const known: Recorded = { inputs, state: { ...inputs, uid: "u1", resourceVersion: "7" } };
  const unseen: Recorded = { inputs, state: inputs, nonce: "n1" };
  const live = (displayName: string, more: object = {}): Reply => {
    const metadata = { name: "dev", uid: "u1", resourceVersion: "7", ...more };
    return { body: { kind: "SpaceTemplate", metadata, spec: { displayName } } };
  };
  const invalid = (field: string, message: string) => status(422, "Invalid", "no", { causes: [{ field, message }] });
  const answers = {
    d: live("d"),
    e: live("e"),
    theirs: live("theirs"),
    ours: live("d", nonce),
    gone: status(404, "NotFound", 'spacetemplates.management.loft.sh "dev" not found'),
    refused: invalid("spec.displayName", "no"),
    deleted: { body: { kind: "Status", status: "Success" } },
    here: { body: { kind: "Project", metadata: { name: "default", uid: "p1" } } },
  };
  const elsewhere = { recordedPlatform: { project: "p2" } };
  const noSelf = "GET here, POST gone";

  /** Runs an operation on a platform with scripted responses; returns its outcome or failure. */
  async function run<T>(script: string, operation: (context: OperationContext) => Promise<T>, more: object = {}) {
    const { replies, requests } = script ? scriptOf(answers, script) : { replies: [], requests: [] };
    const { client, server } = await against(replies);
    const { context, warnings } = contextOf(client);
    const [outcome, failure] = await operation({ ...context, ...more }).then(
      (value) => [value, undefined] as const,
      (error: Error) => [undefined, error] as const,
    );
    expect(server.requests.map(({ method }) => method)).toEqual(requests);
    const bodies = server.requests.map(({ body }) => body && JSON.parse(body));
    return { outcome, failure, warnings, bodies };
  }
  const read = (script: string, recorded = known, id = "dev", more = {}) =>
    run(script, (context) => template.read(context, id, recorded), more);
  const updated = (script: string, recorded: Recorded, wanted: object = inputs, more = {}) =>
    run(script, (context) => template.update(context, "dev", recorded, { ...wanted }), more);
  const deleted = (script: string, recorded = known, more = {}) =>
    run(script, (context) => template.delete(context, "dev", recorded), more);

  test.each([
    ["create", "create", "POST refused"],
    ["resumed create", "create", "GET gone, POST refused"],
    ["update", "update", "GET d, PATCH refused"],
  ])("a refused %s names the property", async (operation, verb, script) => {
    const { failure } =
      operation === "create"
        ? await run(script, (context) => template.create(context, inputs))
        : await updated(script, operation === "update" ? known : unseen, operation === "update" ? changed : inputs);
    const words = `Cannot ${verb} SpaceTemplate "dev": the platform refuses property "displayName": no.`;
    expect(failure?.message).toContain(words);
  });

  const nothing: Recorded = { inputs: {}, state: {} };
  test.each<[string, script: string, Recorded, displayName: string]>([
    ["a read returns the live object", "GET theirs", known, "theirs"],
    ["a read resolves an init failure if the object exists", "GET ours", unseen, "d"],
    ["an import returns the live object", "GET d", nothing, "d"],
  ])("%s", async (_, script, recorded, displayName) => {
    const { outcome, warnings } = await read(script, recorded);
    expect(outcome).toMatchObject({ id: "dev", inputs: { name: "dev", displayName }, state: { uid: "u1" } });
    expect(warnings).toEqual([]);
  });

  const absent =
    /^There is no SpaceTemplate "dev" on the platform at .* Check the type, .*: kubectl get spacetemplates\.man/;
  test.each<[string, Recorded, RegExp]>([
    ["a read of a deleted object", known, /SpaceTemplate "dev" is not on the platform any more/],
    ["an import of an absent object", nothing, absent],
  ])("%s returns nothing, with a warning", async (_, recorded, warning) => {
    const { outcome, failure, warnings } = await read("GET gone", recorded);
    expect([outcome, failure]).toEqual([undefined, undefined]);
    expect(warnings).toEqual([expect.stringMatching(warning)]);
  });

  test("a read after an init failure fails if the object is absent", async () => {
    expect((await read("GET gone", unseen)).failure).toMatchObject({ name: "InitFailure" });
  });

  test("an import by an invalid name sends nothing", async () => {
    const { failure } = await read("", nothing, "Dev");
    const words =
      /^Cannot import SpaceTemplate "Dev": the id is the object's name, which must .* kubectl get spacetemplates/;
    expect(failure?.message).toMatch(words);
  });

  test("an update writes what the program changed", async () => {
    const { outcome, bodies } = await updated("GET d, PATCH e", known, changed);
    expect(outcome).toMatchObject({ inputs: { displayName: "e" }, state: { displayName: "e" } });
    expect(bodies[1]).toEqual([
      { op: "replace", path: "/metadata/resourceVersion", value: "7" },
      { op: "replace", path: "/spec/displayName", value: "e" },
    ]);
  });

  describe("an update without a read", () => {
    const exact: Recorded = { ...known, exactLabel: "" };
    Object.assign(answers, {
      newer: live("e", { resourceVersion: "8" }),
      other: live("e", { uid: "u2" }),
      stale: status(409, "Conflict", "modified"),
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
      ["a response of the old version", "PATCH e, GET d, PATCH e", exact],
      ["a conflict", "PATCH stale, GET d, PATCH e", exact],
      ["any refusal, whose words may be of others", "PATCH denied, GET d, PATCH e", exact],
      ["a state without a version", "GET d, PATCH e", withState({ resourceVersion: undefined })],
      ["a version that guards nothing", "GET d, PATCH e", withState({ resourceVersion: "0" })],
      ["a change that a refresh reported", "GET d, PATCH e", withState({ externalChange: "x" })],
      ["a state that is not exact", "GET d, PATCH e", known],
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

    test.each<[string, metadata: object, more?: object]>([
      ["a terminating object", { deletionTimestamp: "2026-01-01T00:00:00Z" }],
      ["an object that others changed", { labels: { a: "theirs" } }, { labels: { a: "1" } }],
    ])("does not follow an update of %s", async (_, metadata, more = {}) => {
      const recorded = { inputs: { ...inputs, ...more }, state: { ...known.state, ...more } };
      Object.assign(answers, {
        foreign: live("e", metadata),
        before: live("d", { ...metadata, deletionTimestamp: undefined }),
      });
      const { outcome } = await updated("GET before, PATCH foreign", recorded, { ...changed, ...more });
      expect(outcome).toMatchObject({ state: { displayName: "e" }, exactLabel: undefined });
    });
  });

  test.each<[own: string | undefined, general: string, script: string]>([
    [undefined, "overwrite", "GET theirs, PATCH d"],
    ["overwrite", "merge", "GET theirs, PATCH d"],
    ["merge", "overwrite", "GET theirs"],
  ])("the conflictPolicy %p of the resource precedes %p of the provider: %s", async (own, general, script) => {
    const wanted = { ...inputs, ...(own && { conflictPolicy: own }) };
    await updated(script, { ...known, inputs: wanted }, wanted, { config: { conflictPolicy: general } });
  });

  test("an update after an init failure resumes the create, with its nonce and an empty status", async () => {
    const { outcome, bodies } = await updated("GET gone, POST ours", unseen);
    expect(outcome).toMatchObject({ id: "dev", inputs, state: { uid: "u1", displayName: "d" } });
    expect(bodies[1]).toMatchObject({ kind: "SpaceTemplate", metadata: nonce, spec: { displayName: "d" }, status: {} });
  });

  test("an update after an init failure changes the object to the current inputs", async () => {
    const { outcome } = await updated("GET ours, GET ours, PATCH e", unseen, changed);
    expect(outcome).toMatchObject({ inputs: { displayName: "e" }, state: { uid: "u1", displayName: "e" } });
  });

  test.each<[string, script: string, Recorded, warnings: string[]]>([
    ["uses the uid of the state", "DELETE deleted, GET gone", known, []],
    ["after an init failure reads the object first", "GET ours, DELETE deleted, GET gone", unseen, []],
    ["after an init failure without an object sends nothing more", "GET gone", unseen, ["nothing was deleted there"]],
    ["leaves an object of others alone, with a warning", "GET d", unseen, ["It is left alone."]],
  ])("a delete %s", async (_, script, recorded, expected) => {
    const { failure, warnings, bodies } = await deleted(script, recorded);
    expect(failure).toBeUndefined();
    expect(warnings).toEqual(expected.map((words) => expect.stringContaining(words)));
    if (recorded === known) expect(bodies[0]).toMatchObject({ preconditions: { uid: "u1" } });
  });

  const another = /it was made on another platform than the one at https:\/\/platform\.test/;
  test.each([
    ["an update after an init failure", () => updated(noSelf, unseen, inputs, elsewhere)],
    ["a delete after an init failure", () => deleted(`GET gone, ${noSelf}`, unseen, elsewhere)],
    ["a delete after an init failure whose name is taken", () => deleted(`GET d, ${noSelf}`, unseen, elsewhere)],
    ["a read after an init failure whose name is taken", () => read(`GET d, ${noSelf}`, unseen, "dev", elsewhere)],
    ["a delete", () => deleted(`DELETE gone, ${noSelf}`, known, elsewhere)],
    ["a read", () => read(`GET gone, ${noSelf}`, known, "dev", elsewhere)],
  ])("%s fails on another platform, and writes nothing", async (_, operation) => {
    const { failure, warnings } = await operation();
    expect(failure?.message).toMatch(another);
    expect(warnings).toEqual([]);
  });

  const unidentified = { recordedPlatform: { address: "https://platform.test" } };
  test.each([
    ["a delete after an init failure", () => deleted("GET gone", unseen, unidentified)],
    ["a delete", () => deleted("DELETE gone", known, unidentified)],
    ["a read", () => read("GET gone", known, "dev", unidentified)],
    ["an update", () => updated("GET gone", known, inputs, unidentified)],
  ])("%s of an absent object fails where nothing identifies the platform", async (_, operation) => {
    const { outcome, failure, warnings } = await operation();
    expect(failure?.message).toMatch(
      /it is not on the platform at https:\/\/platform\.test, and no identifier shows whether it was made there\. If the address is wrong, correct vcluster-platform:baseUrl\. If it is right, the object is gone: pulumi state delete/,
    );
    expect([outcome, warnings]).toEqual([undefined, []]);
  });

  test("an unfinished create goes on where nothing identifies the platform, unless the address changed", async () => {
    const resumed = await updated("GET ours, GET ours, PATCH e", unseen, changed, unidentified);
    expect(resumed).toMatchObject({ outcome: { state: { displayName: "e" } }, failure: undefined });
    const moved = await updated("", unseen, changed, { recordedPlatform: { address: "https://old.test" } });
    expect(moved.failure?.message).toContain("no identifier shows whether it was made there");
  });
});

describe("lookups of stored objects", () => {
  const { inputs } = ownedAccessKey;
  const lookups = storedLookups({ kind: "OwnedAccessKey", plural: "ownedaccesskeys", inputs });
  const metadata = {
    name: "ci",
    uid: "u1",
    resourceVersion: "7",
    labels: { team: "web", "pulumi-vcluster-platform/owner": "o" },
    annotations: { "kubectl.kubernetes.io/last-applied-configuration": "{}", copy: "Bearer s3cr3t-key" },
    managedFields: [],
  };
  const key = { metadata, spec: { user: "u", key: "s3cr3t-key", oidcLogin: { clientSecret: "s3cr3t" }, added: 1 } };
  const shown = { name: "ci", uid: "u1", resourceVersion: "7", user: "u", labels: { team: "web" }, annotations: {} };
  const list = (names: string[], next = ""): Reply => ({
    body: { items: names.map((name) => ({ metadata: { name } })), metadata: { continue: next } },
  });
  const refused = status(400, "BadRequest", "unable to parse requirement");

  async function on(...script: Reply[]) {
    const { client, server } = await against(script);
    const queries = () => server.requests.map(({ url }) => Object.fromEntries(new URL(url, "http://a").searchParams));
    return { ...contextOf(client), queries };
  }

  test("a lookup returns known fields, without secrets, quotes of them, annotations of kubectl and our label", async () => {
    const { context } = await on({ body: key });
    expect(JSON.parse(JSON.stringify(await lookups.lookUp(context, "ci")))).toEqual(shown);
  });

  test("a lookup of an absent object returns nothing; another failure is an error", async () => {
    expect(
      await lookups.lookUp((await on(status(404, "NotFound", 'ownedaccesskeys "ci" not found'))).context, "ci"),
    ).toBeUndefined();
    const { context } = await on(status(403, "Forbidden", "no"));
    expect(await rejection(lookups.lookUp(context, "ci"))).toMatchObject({ status: 403 });
  });

  test("a page has its items and the token of the next page", async () => {
    const { context, queries } = await on(list(["a", "b"], "next"));
    const page = await lookups.list(context, { filter: { labelSelector: "team=web" }, limit: 2, token: "here" });
    expect(page.items.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(page.items[0]?.properties).toMatchObject({ name: "a" });
    expect(page.token).toBe("next");
    expect(queries()).toEqual([{ labelSelector: "team=web", limit: "2", continue: "here" }]);
  });

  test("all objects are read page by page", async () => {
    const { context, queries } = await on(list(["a"], "next"), list(["b"]));
    const ids: string[] = [];
    for await (const { id } of lookups.all(context, { labelSelector: "x" }, 1)) ids.push(id);
    expect(ids).toEqual(["a", "b"]);
    expect(queries()).toMatchObject([
      { labelSelector: "x", limit: "1" },
      { limit: "1", continue: "next" },
    ]);
  });

  const all = async (context: OperationContext, filter: Properties) => {
    for await (const _ of lookups.all(context, filter));
  };

  test("a selector that the platform refuses is an error of the property", async () => {
    const words = /^property "labelSelector" is refused by the platform\. .*unable to parse requirement/;
    const filter = { labelSelector: "a b" };
    for (const read of [all, (context: OperationContext) => lookups.list(context, { filter })]) {
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
    expect((await rejection(lookups.list(context, { filter, token }))).name).toBe("ApiError");
    for (const first of [["a"], []]) {
      const script = token === "" ? [answer] : [list(first, token), answer];
      expect((await rejection(all((await on(...script)).context, filter))).name).toBe("ApiError");
    }
  });
});
