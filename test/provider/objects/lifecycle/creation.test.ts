import { createObject } from "../../../../provider/objects/lifecycle/creation";
import { ownerSelector } from "../../../../provider/objects/ownership";
import type { StoredType } from "../../../../provider/objects/resource";
import { spaceTemplate } from "../../../../provider/resources/spaceTemplate";
import { closeAll, connect, fakeClock, type Reply, rejection, serve, status } from "../../api/scriptedServer";
import { contextOf, operationOn, scriptOf } from "../contextOf";

afterEach(closeAll);

const inputs = { name: "dev" };
const object = { kind: "SpaceTemplate", metadata: { name: "dev" } };
const live = (metadata: object): Reply => ({ body: { ...object, metadata: { name: "dev", uid: "u1", ...metadata } } });
const nonce = (value: string) => ({ annotations: { "pulumi-vcluster-platform/create-nonce": value } });
const [label = "", owner = ""] = ownerSelector(contextOf({} as never).context).split("=");
const ofStack = { labels: { [label]: owner } };

const answers = {
  ours: live(nonce("n1")),
  foreign: live({}),
  stripped: live(ofStack),
  namesake: live({ ...nonce("n1"), name: "prod" }),
  otherNonce: live({ ...ofStack, ...nonce("n2") }),
  otherStack: live({ labels: { [label]: "other" } }),
  withoutUid: { body: { metadata: { name: "dev", ...nonce("n1") } } },
  terminating: live({ deletionTimestamp: "2026-01-01T00:00:00Z" }),
  gone: status(404, "NotFound", 'spacetemplates.management.loft.sh "dev" not found'),
  taken: status(409, "AlreadyExists", 'spacetemplates "dev" already exists'),
  takenLater: { ...status(409, "AlreadyExists", "dev"), headers: { "retry-after": "7" } },
  released: status(409, "AlreadyExists", "object is being deleted: already exists"),
  forbidden: status(403, "Forbidden", "no"),
  failed: status(500, "InternalError", "etcd is full"),
  busy: status(503, "Gateway", "not now"),
  later: { ...status(503, "ServiceUnavailable", "later"), headers: { "retry-after": "100" } },
  homeless: status(404, "NotFound", 'namespaces "p-web" not found'),
  deleted: { body: { kind: "Status", status: "Success" } },
  lost: { how: "reset" },
} satisfies Record<string, Reply>;

/** A resumed create, so that its nonce is known, on a platform that answers with this script. */
async function creation(script: string, secretStatus?: ReturnType<NonNullable<StoredType["secretStatus"]>>) {
  const { replies, requests } = scriptOf(answers, script);
  const server = await serve(replies);
  const clock = fakeClock();
  const { context, warnings } = contextOf(connect(server.url, { clock }), { deadline: clock.now() + 60_000 });
  const shape = { type: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs };
  const kind: StoredType = { ...shape, ...(secretStatus && { secretStatus: () => secretStatus }) };
  const created = createObject(operationOn(context, kind, { inputs }), object, { nonce: "n1", object });
  await created.catch(() => {});
  expect(server.requests.map(({ method }) => method)).toEqual(requests);
  return { created, warnings, clock };
}

test.each<[string, script: string, isRecovered: boolean]>([
  ["finds the object that it made", "GET ours", true],
  ["looks for its object after an answer without a uid", "GET gone, POST withoutUid, GET ours", true],
  ["looks for its object after an answer without the nonce", "GET gone, POST foreign, GET ours", true],
  ["waits for a name that is being released", "GET terminating, GET terminating, GET gone, POST ours", false],
  ["waits if the refusal says so", "GET gone, POST released, GET terminating, GET gone, POST ours", false],
  ["trusts the refusal more than a stale read", "GET gone, POST released, GET foreign, POST ours", false],
  ["looks for its object after an answer of another name", "GET gone, POST namesake, GET ours", true],
  ["takes an answer with its nonce", "GET gone, POST ours", false],
  ["takes an answer without annotations, but with the label of its stack", "GET gone, POST stripped", false],
])("a create %s", async (_, script, isRecovered) => {
  expect(await (await creation(script)).created).toMatchObject({ object: { metadata: { uid: "u1" } }, isRecovered });
});

const lost = "GET gone, POST lost";
const lostThrice = `${lost}, ${lost}, ${lost}`;
const incomplete = "InitFailure";
const look = "Looking for the object failed: GET s.*403";
const withoutObject = new RegExp(`: The platform accepted the create, but did not return the object. ${look}`);
const exists = /exists already and was not made by this resource/;

test.each<[string, script: string, nameAndStatus: string, RegExp]>([
  ["is sent four times", `${lostThrice}, ${lost}, GET gone`, incomplete, /: POST s.*closed without a response/],
  ["is not repeated after an error of the server", "GET gone, POST failed, GET gone", "ApiError 500", /etcd is full/],
  ["is certain if forbidden", "GET gone, POST forbidden", "ApiError 403", /no/],
  ["is uncertain if an earlier one is", `${lost}, GET gone, POST forbidden`, "InitFailure 403", /403/],
  ["is certain after a refusal", "GET gone, POST taken, GET gone, POST forbidden", "ApiError 403", /no/],
  ["reports both failures", `${lost}, GET forbidden`, incomplete, new RegExp(`: POST s.* ${look}`)],
  ["reports a response without the object", "GET gone, POST withoutUid, GET forbidden", incomplete, withoutObject],
  ["reports a failed GET alone", "GET forbidden", incomplete, new RegExp(`created: ${look}`)],
  ["is certain if the holder of its name is hidden", "GET gone, POST taken, GET forbidden", "ApiError 403", /no/],
  ["is uncertain if the server asks for too much time", "GET gone, POST later", "InitFailure 503", /503/],
  ["does not adopt an object of others", "GET foreign", "ResourceError", exists],
  ["names the stack that made the object", "GET otherStack", "ResourceError", /another stack made .* being replaced/],
  ["does not adopt one after a refusal", "GET gone, POST taken, GET foreign", "ResourceError 409", exists],
])("a failed create %s", async (_, script, nameAndStatus, message) => {
  const { created, clock } = await creation(script);
  const error = (await rejection(created)) as Error & { status?: number; cause?: { status?: number } };
  expect(`${error.name} ${error.status ?? error.cause?.status ?? ""}`.trim()).toBe(nameAndStatus);
  expect(error.message).toMatch(message);
  if (error.name === "InitFailure") {
    expect(error).toMatchObject({ stored: { id: "dev", inputs, state: inputs, nonce: "n1" } });
    expect(error.message.split("may or may not")).toEqual(['SpaceTemplate "dev" ', expect.any(String)]);
  }
  if (script.startsWith(lostThrice)) expect(clock.slept).toHaveLength(4);
});

describe("an object whose create response had a secret", () => {
  test("is deleted and created again, with a warning", async () => {
    const { created, warnings } = await creation("GET ours, DELETE deleted, GET gone, POST ours", "lost");
    expect(await created).toMatchObject({ isRecovered: false });
    expect(warnings).toEqual([expect.stringContaining("is deleted and created again")]);
  });

  const uncertain = /may or may not have been created: DELETE spacetemplates\/dev .*403/;
  const used = /it has been used since/;
  test.each<[string, "lost" | "in use", script: string, nameAndStatus: string, RegExp]>([
    ["cannot be deleted", "lost", "GET ours, DELETE forbidden, GET ours", `${incomplete} 403`, uncertain],
    ["is in use", "in use", "GET ours", "ResourceError", used],
    ["is in use after a refusal", "in use", "GET gone, POST taken, GET ours", "ResourceError 409", used],
  ])("stays if it %s", async (_, answer, script, nameAndStatus, message) => {
    const { created } = await creation(script, answer);
    const error = (await rejection(created)) as Error & { cause?: { status?: number } };
    expect(`${error.name} ${error.cause?.status ?? ""}`.trim()).toBe(nameAndStatus);
    expect(error.message).toMatch(message);
  });
});

test("a create in a project that is hidden fails as the platform responded to it", async () => {
  const { replies } = scriptOf(answers, "POST homeless, GET forbidden");
  const { context } = contextOf(connect((await serve(replies)).url));
  const collection = ["namespaces", "p-web", "spacetemplates"];
  const place = { name: "dev", namespace: "p-web", collection, inputs: { project: "web" }, outputs: {} };
  const operation = { ...operationOn(context, spaceTemplate, { inputs }), place };
  expect((await rejection(createObject(operation, object))).message).toContain('404 NotFound: namespaces "p-web"');
});

test.each<[string, script: string]>([
  ["of another create", "GET gone, POST otherNonce, GET otherNonce"],
  ["without a nonce and a label", "GET gone, POST foreign, GET foreign"],
])("a response %s is not trusted", async (_, script) => {
  const refused = /exists already|this stack made an object of this name before/;
  expect((await rejection((await creation(script)).created)).message).toMatch(refused);
});
