import { Discovery } from "../../../provider/api/discovery";
import { Secrets } from "../../../provider/api/output/redaction";
import { PlatformIdentity } from "../../../provider/api/platformIdentity.js";
import { accessKey, against, closeAll, type Reply, rejection, status } from "./scriptedServer";

afterEach(closeAll);

const project: Reply = { body: { kind: "Project", metadata: { name: "default", uid: "p1" } } };
const self = (of: object): Reply => ({ status: 201, body: { kind: "Self", metadata: {}, status: of } });
const instance = self({ instanceID: "i1", accessKey: "ci" });
const forbidden = status(403, "Forbidden", "no");
const unknownPath: Reply = { status: 404, body: "404 page not found" };
const noProject = status(404, "NotFound", 'projects.management.loft.sh "default" not found');

/** A platform with these responses, and the requests that it received. */
async function platform(...script: Reply[]) {
  const { client, server } = await against(script);
  const requests = () => server.requests.map(({ method, url }) => `${method} ${url.replace(/^.*\/v1\/|\?.*$/g, "")}`);
  return { identity: new PlatformIdentity(client, new Discovery(client)), requests, server };
}

test("the identifier is the uid of the default project, read once for all operations", async () => {
  const { identity, requests } = await platform(project);
  expect(await Promise.all([identity.id({}), identity.id({ deadline: 0 })])).toEqual(["p1", "p1"]);
  expect(await Promise.all(["p1", "p2"].map((recorded) => identity.isAnother(recorded, {})))).toEqual([false, true]);
  expect(requests()).toEqual(["GET projects/default"]);
});

test.each<[string, Reply]>([
  ["the key may not read it", forbidden],
  ["there are no projects", unknownPath],
  ["there is no default project", noProject],
  ["the platform fails permanently", status(500, "InternalError", "no")],
  ["something else answers", { body: "<html></html>" }],
  ["the project has no uid", { body: { kind: "Project", metadata: { name: "default" } } }],
  ["something else is missing", status(404, "NotFound", 'clusters.management.loft.sh "main" not found')],
])("if %s, the identifier is the instanceID of a session that asked for the caller", async (_, reply) => {
  const { identity, requests } = await platform(reply, instance);
  expect(await Promise.all([identity.id({}), identity.id({})])).toEqual([undefined, undefined]);
  expect(requests()).toEqual(["GET projects/default"]);
  await Promise.all([identity.self({}), identity.self({})]);
  expect(await identity.id({})).toBe("instance/i1");
  expect(await identity.isAnother("instance/i1", {})).toBe(false);
  expect(await identity.isAnother("instance/i2", {})).toBe(true);
  expect(requests()).toEqual(["GET projects/default", "POST selves"]);
});

test.each<[string, Reply]>([
  ["the key may not ask", forbidden],
  ["there is no such endpoint", unknownPath],
  ["the endpoint takes no POST", status(405, "MethodNotAllowed", "no")],
  ["the response has no status", { status: 201, body: { kind: "Self", metadata: {} } }],
  ["its status has other types", self({ instanceID: 1, user: "x", accessKeyScope: [], projectNamespacePrefix: "A/" })],
  ["its texts are too long", self({ instanceID: "x".repeat(1001) })],
])("a platform has no identity if %s, and is not asked again", async (_, reply) => {
  const { identity, requests } = await platform(forbidden, reply);
  expect(await identity.id({})).toBeUndefined();
  await identity.self({});
  expect(await identity.id({})).toBeUndefined();
  expect(await Promise.all(["p1", "instance/i1"].map((recorded) => identity.isAnother(recorded, {})))).toEqual([
    false,
    false,
  ]);
  expect(Object.values((await identity.self({})) ?? {}).filter((part) => part !== undefined)).toEqual([]);
  expect(requests()).toHaveLength(2);
});

test("a platform without the default project is another one than a platform that had it", async () => {
  const { identity } = await platform(noProject);
  expect(await identity.isAnother("p1", {})).toBe(true);
});

test("a Self has the caller, the key in use, its scope and the prefix of project namespaces", async () => {
  const scope = { projects: [{ project: "web" }] };
  const caller = { user: { name: "ci", extra: 1 }, subject: "ci-sub", accessKey: "ci-key", accessKeyScope: scope };
  const { identity, server } = await platform(self({ ...caller, projectNamespacePrefix: "p-", groups: ["a"] }));
  expect(await identity.self({})).toEqual({ ...caller, user: { name: "ci" }, projectNamespacePrefix: "p-" });
  const [{ body, url } = { body: "", url: "" }] = server.requests;
  expect(JSON.parse(body)).toEqual({ apiVersion: "management.loft.sh/v1", kind: "Self", metadata: {}, spec: {} });
  expect(url).toContain("fieldValidation=Strict");
});

test.each<[string, Reply]>([
  ["no answer came", { how: "reset" }],
  ["the platform is busy", status(503, "ServiceUnavailable", "later")],
  ["the platform limits requests", status(429, "TooManyRequests", "later")],
])("concurrent reads share one error if %s, and a later read is a new request", async (_, reply) => {
  const { identity, requests } = await platform(reply, project);
  const [first, second] = await Promise.all([identity.id({}), identity.id({})].map(rejection));
  expect(first?.message).toContain("GET projects/default");
  expect(second).toBe(first);
  expect(requests()).toHaveLength(1);
  expect(await identity.id({})).toBe("p1");
});

test("an error shows no secret", async () => {
  const { identity } = await platform(status(503, "Busy", `${accessKey} and other-secret`));
  const { message } = await rejection(identity.id({ secrets: new Secrets(["other-secret"]) }));
  expect(message).toContain("[secret]");
  expect(message).not.toContain("other-secret");
});
