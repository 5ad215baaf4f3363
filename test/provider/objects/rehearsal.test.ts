import { ownerSelector } from "../../../provider/objects/ownership.js";
import { rehearse, rehearseCreation } from "../../../provider/objects/rehearsal.js";
import { against, closeAll, type Reply, rejection, status } from "../api/scriptedServer.js";
import { contextOf } from "./contextOf.js";

afterEach(closeAll);

const shape = { kind: "SpaceTemplate", plural: "spacetemplates" } as never;
const object = { kind: "SpaceTemplate", metadata: { name: "dev" } };
const taken = status(409, "AlreadyExists", 'spacetemplates "dev" already exists');
const gone = status(404, "NotFound", 'spacetemplates.management.loft.sh "dev" not found');
const holder = (metadata: object): Reply => ({
  body: { ...object, metadata: { name: "dev", uid: "u1", ...metadata } },
});

/** A trial of a create on a platform that answers with this script. */
async function trial(...script: Reply[]) {
  const { client, server } = await against(script);
  const { context } = contextOf(client, { dryRun: "All" });
  return { context, tried: () => rehearseCreation(context, shape, object), requests: server.requests };
}

test("a trial of a create gives back what would be sent, and not what the platform made of it", async () => {
  const { tried, requests } = await trial(holder({ uid: "another at each trial" }));
  expect(await tried()).toBe(object);
  expect(requests.map(({ method, url }) => `${method} ${new URL(url, "http://a").searchParams.get("dryRun")}`)).toEqual(
    ["POST All"],
  );
});

test("a trial fails as the create would", async () => {
  const { tried } = await trial(status(403, "Forbidden", "no"));
  expect(await rejection(tried())).toMatchObject({ status: 403 });
});

test.each<[string, Reply]>([
  ["nobody by now", gone],
  ["what is on its way out", holder({ deletionTimestamp: "2026-01-01T00:00:00Z" })],
])("a name that is taken by %s is free for the create", async (_, found) => {
  const { tried } = await trial(taken, found);
  expect(await tried()).toBe(object);
});

test("a name that is taken by an object of this stack may be one that is replaced", async () => {
  const { context } = await trial(gone);
  const [label = "", owner] = ownerSelector(context).split("=");
  const { tried } = await trial(taken, holder({ labels: { [label]: owner } }));
  expect(await tried()).toBe(object);
});

test("a name that is given up, as the refusal says, is not looked at", async () => {
  const { tried, requests } = await trial(status(409, "AlreadyExists", "object is being deleted: already exists"));
  expect(await tried()).toBe(object);
  expect(requests).toHaveLength(1);
});

test("a name that somebody else has fails the trial with what to do", async () => {
  const { tried } = await trial(taken, holder({}));
  const error = await rejection(tried());
  expect(error).toMatchObject({ name: "ResourceError", cause: { status: 409 } });
  expect(error.message).toContain('Cannot create SpaceTemplate "dev": an object of this name exists already');
});

describe("a rehearsal", () => {
  const asked = async (answer: Reply) => {
    const { client, server } = await against([answer]);
    const { context, warnings } = contextOf(client, { deadline: Date.now() + 60_000 });
    const calls: unknown[] = [];
    await rehearse(context, "spacetemplates", async ({ call }) => calls.push(call));
    return { calls, warnings, context, requests: server.requests };
  };

  test("is done by dry calls, with all else that the operation's calls have", async () => {
    const refused = { causes: [{ field: "dryRun", message: 'Unsupported value: "bogus"' }] };
    const { calls, warnings, context } = await asked(status(422, "Invalid", "dryRun", refused));
    expect(calls).toEqual([{ ...context.call, dryRun: "All" }]);
    expect(warnings).toEqual([]);
  });

  test("is left out, with a warning, where the platform would do what it is asked", async () => {
    const { calls, warnings } = await asked(status(404, "NotFound", "No_Object_Has_This_Name not found"));
    expect(calls).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining("it does not read dryRun")]);
  });
});
