import type { OperationContext, Recorded } from "../../../provider/objects/operation.js";
import { storedObject } from "../../../provider/objects/stored.js";
import { spaceTemplate } from "../../../provider/resources/spaceTemplate.js";
import { against, closeAll, type Reply, rejection, status } from "../api/scriptedServer.js";
import { contextOf } from "./contextOf.js";

afterEach(closeAll);

const template = storedObject({ kind: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs });
const nonce = { annotations: { "pulumi-platform/create-nonce": "n1" } };
const live = (spec: object = {}, metadata: object = {}): Reply => ({
  body: { kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1", resourceVersion: "7", ...metadata }, spec },
});
const gone = status(404, "NotFound", 'spacetemplates.management.loft.sh "dev" not found');
const done: Reply = { body: { kind: "Status", status: "Success" } };
const inputs = { name: "dev", displayName: "d" };
const known: Recorded = { inputs, state: { ...inputs, uid: "u1", resourceVersion: "7" } };
const unseen: Recorded = { inputs, state: inputs, nonce: "n1" };

/** An operation on a platform that answers with this script, what it came to, and what was seen of it. */
async function run<T>(script: Reply[], operation: (context: OperationContext) => Promise<T>, more: object = {}) {
  const { client, server } = await against(script);
  const { context, warnings } = contextOf(client);
  const outcome = await operation({ ...context, ...more });
  const sent = server.requests.map(({ method }) => method);
  const bodies = server.requests.map(({ body }) => body && JSON.parse(body));
  return { outcome, warnings, sent, bodies };
}

test("the id is the name", () => {
  expect(template.id({ name: "dev" })).toBe("dev");
});

const refusal = status(422, "Invalid", "no", { causes: [{ field: "spec.displayName", message: "no" }] });
const refusedProperty = (verb: string) =>
  `Cannot ${verb} SpaceTemplate "dev": the platform refuses property "displayName": no.`;

test.each<[string, (context: OperationContext) => Promise<unknown>, Reply[]]>([
  ["create", (context) => template.create(context, inputs), [refusal]],
  ["create", (context) => template.update(context, "dev", unseen, inputs), [gone, refusal]],
  [
    "update",
    (context) => template.update(context, "dev", known, { ...inputs, displayName: "e" }),
    [live(inputs), refusal],
  ],
])("a refused %s names the program's property", async (verb, operation, script) => {
  expect((await rejection(run(script, operation))).message).toContain(refusedProperty(verb));
});

describe("a read", () => {
  const read = (script: Reply[], recorded = known) => run(script, (context) => template.read(context, "dev", recorded));

  test("shows what is there", async () => {
    const { outcome, warnings } = await read([live({ displayName: "theirs" })]);
    expect(outcome).toMatchObject({ id: "dev", inputs: { displayName: "theirs" }, state: { uid: "u1" } });
    expect(warnings).toEqual([]);
  });

  test("of what somebody deleted is none, and says so", async () => {
    const { outcome, warnings } = await read([gone]);
    expect(outcome).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('SpaceTemplate "dev" is not on the platform any more')]);
  });

  test("of a create whose end nobody saw ends it where the object is there", async () => {
    expect((await read([live(inputs, nonce)], unseen)).outcome).toMatchObject({ state: { uid: "u1" } });
    expect(await rejection(read([gone], unseen))).toMatchObject({ name: "InitializationError" });
  });
});

describe("an import", () => {
  const nothing: Recorded = { inputs: {}, state: {} };
  const importOf = (id: string, ...script: Reply[]) => run(script, (context) => template.read(context, id, nothing));

  test("takes what is there", async () => {
    expect((await importOf("dev", live({ displayName: "d" }))).outcome).toMatchObject({ id: "dev", inputs });
  });

  test("of what is not there is none, and says where to look", async () => {
    const { outcome, warnings } = await importOf("dev", gone);
    expect(outcome).toBeUndefined();
    expect(warnings).toEqual([
      expect.stringMatching(
        /^There is no SpaceTemplate "dev" on the platform at .* Check the type, .*: kubectl get spacetemplates\.management\.loft\.sh$/,
      ),
    ]);
  });

  test("by what is no name is refused, and nothing is sent", async () => {
    expect((await rejection(importOf("Dev"))).message).toMatch(
      /^Cannot import SpaceTemplate "Dev": the id is the object's name, which must consist of .*\. See which there are: kubectl get spacetemplates/,
    );
  });
});

describe("an update", () => {
  const updated = (script: Reply[], recorded: Recorded, wanted: object, more = {}) =>
    run(script, (context) => template.update(context, "dev", recorded, { ...inputs, ...wanted }), more);

  test("writes what the program changed", async () => {
    const { outcome, bodies } = await updated([live(inputs), live({ displayName: "e" })], known, { displayName: "e" });
    expect(outcome).toMatchObject({ inputs: { displayName: "e" }, state: { displayName: "e" } });
    expect(bodies[1]).toEqual([
      { op: "replace", path: "/metadata/resourceVersion", value: "7" },
      { op: "replace", path: "/spec/displayName", value: "e" },
    ]);
  });

  test.each<[string | undefined, string, string[]]>([
    [undefined, "merge", ["GET"]],
    [undefined, "overwrite", ["GET", "PATCH"]],
    ["overwrite", "merge", ["GET", "PATCH"]],
    ["merge", "overwrite", ["GET"]],
  ])(
    "with the policy %p of its own and %p of the provider sends %j over what somebody changed",
    async (own, general, sent) => {
      const wanted = own === undefined ? {} : { conflictPolicy: own };
      const recorded = { ...known, inputs: { ...inputs, ...wanted } };
      const config = { conflictPolicy: general };
      const script = [live({ displayName: "theirs" }), live(inputs)];
      expect((await updated(script, recorded, wanted, { config })).sent).toEqual(sent);
    },
  );

  test("goes on with a create whose end nobody saw, with its nonce and an empty status", async () => {
    const { outcome, bodies, sent } = await updated([gone, live(inputs, nonce)], unseen, {});
    expect(outcome).toEqual({ id: "dev", inputs, state: expect.objectContaining({ uid: "u1", displayName: "d" }) });
    expect(sent).toEqual(["GET", "POST"]);
    expect(bodies[1]).toMatchObject({ kind: "SpaceTemplate", metadata: nonce, spec: { displayName: "d" }, status: {} });
  });

  test("brings what that create made to what the program says by now", async () => {
    const found = live(inputs, nonce);
    const { outcome, sent } = await updated([found, found, live({ displayName: "e" })], unseen, { displayName: "e" });
    expect(sent).toEqual(["GET", "GET", "PATCH"]);
    expect(outcome).toMatchObject({ inputs: { displayName: "e" }, state: { uid: "u1", displayName: "e" } });
  });
});

describe("a delete", () => {
  const deleted = (script: Reply[], recorded = known) =>
    run(script, (context) => template.delete(context, "dev", recorded));

  test("goes by the uid that the state knows", async () => {
    const { sent, bodies } = await deleted([done, gone]);
    expect(sent).toEqual(["DELETE", "GET"]);
    expect(bodies[0]).toMatchObject({ preconditions: { uid: "u1" } });
  });

  test("of a create whose end nobody saw looks for its object first", async () => {
    expect((await deleted([live(inputs, nonce), done, gone], unseen)).sent).toEqual(["GET", "DELETE", "GET"]);
    expect((await deleted([gone], unseen)).sent).toEqual(["GET"]);
  });

  test("leaves what somebody else has made alone, and says so", async () => {
    const { sent, warnings } = await deleted([live(inputs)], unseen);
    expect(sent).toEqual(["GET"]);
    expect(warnings).toEqual([expect.stringContaining("It is left alone.")]);
  });
});

describe("a trial", () => {
  const readsDryRun = status(422, "Invalid", "no", { causes: [{ field: "dryRun", message: "Unsupported value" }] });

  test("of a create or an update sends what they would, dry", async () => {
    const create = await run([readsDryRun, live(inputs)], (context) => template.rehearseCreate(context, inputs));
    expect(create.sent).toEqual(["DELETE", "POST"]);
    const change = { ...inputs, displayName: "e" };
    const update = await run([readsDryRun, live(inputs), live(change)], (context) =>
      template.rehearseUpdate(context, "dev", known, change),
    );
    expect(update.sent).toEqual(["DELETE", "GET", "PATCH"]);
  });
});

test("where a property stands in the object is told to whoever asks who wrote it", async () => {
  const { context } = contextOf({} as never);
  expect(template.objectPaths(context.config, ["displayName"])).toEqual([["spec", "displayName"]]);
});
