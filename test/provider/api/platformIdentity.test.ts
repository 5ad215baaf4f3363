import { Secrets } from "../../../provider/api/output/redaction";
import { Discovery, PlatformIdentity } from "../../../provider/api/platformIdentity";
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

test("a platform is known by the uid of its default project, read once for all operations", async () => {
  const { identity, requests } = await platform(project);
  const ids = { project: "p1", instance: undefined };
  expect(await Promise.all([identity.idsForState({}), identity.idsForState({ deadline: 0 })])).toEqual([ids, ids]);
  expect(await identity.isAnother({ project: "p1", instance: "i2" }, {})).toBe(false);
  expect(await identity.has("p1", {})).toBe(true);
  expect(requests()).toEqual(["GET projects/default"]);
});

test.each<[string, Reply]>([
  ["the platform fails permanently", status(500, "InternalError", "no")],
  ["something else answers", { body: "<html></html>" }],
  ["the project has no uid", { body: { kind: "Project", metadata: { name: "default" } } }],
  ["something else is missing", status(404, "NotFound", 'clusters.management.loft.sh "main" not found')],
])("if %s, the instanceID decides, and the next operation reads the project again", async (_, reply) => {
  const { identity, requests } = await platform(reply, reply, instance, project);
  expect(await identity.idsForState({})).toEqual({ project: undefined, instance: undefined });
  expect(await identity.isAnother({ project: "p1", instance: "i1" }, {})).toBe(false);
  expect(await identity.idsForState({})).toEqual({ project: "p1", instance: "i1" });
  const read = "GET projects/default";
  expect(requests()).toEqual([read, read, "POST selves", read]);
});

test.each<[string, Reply]>([
  ["the key may not read it", forbidden],
  ["there are no projects", unknownPath],
  ["there is no default project", noProject],
])("if %s, the instanceID decides, which is asked for only where it must", async (_, reply) => {
  const { identity, requests } = await platform(reply, instance);
  const nothing = { project: undefined, instance: undefined };
  expect(await Promise.all([identity.idsForState({}), identity.idsForState({})])).toEqual([nothing, nothing]);
  expect(await identity.isAnother({}, {})).toBeUndefined();
  expect(requests()).toEqual(["GET projects/default"]);
  const [ours, theirs] = [{ project: "p1", instance: "i1" }, { instance: "i2" }];
  expect(await Promise.all([ours, theirs].map((each) => identity.isAnother(each, {})))).toEqual([false, true]);
  expect(await identity.isAnother({ project: "p1" }, {})).toBeUndefined();
  expect([await identity.has("i1", {}), await identity.has("p1", {})]).toEqual([true, false]);
  expect(await identity.idsForState({})).toEqual({ project: undefined, instance: "i1" });
  expect(requests()).toEqual(["GET projects/default", "POST selves"]);
});

test("another default project is another platform, unless the instanceID is the same", async () => {
  const { identity, requests } = await platform(project, instance);
  const recorded = [{ project: "p2" }, { project: "p2", instance: "i2" }, { project: "p2", instance: "i1" }];
  const another = await Promise.all(recorded.map((each) => identity.isAnother(each, {})));
  expect(another).toEqual([true, true, false]);
  expect(await identity.allIds({})).toEqual({ project: "p1", instance: "i1" });
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
  const nothing = { project: undefined, instance: undefined };
  expect(await identity.allIds({})).toEqual(nothing);
  expect(await identity.idsForState({})).toEqual(nothing);
  const recorded = [{ project: "p1" }, { instance: "i1" }];
  expect(await Promise.all(recorded.map((each) => identity.isAnother(each, {})))).toEqual([undefined, undefined]);
  expect(await identity.has("p1", {})).toBe(false);
  expect(Object.values((await identity.self({})) ?? {}).filter((part) => part !== undefined)).toEqual([]);
  expect(requests()).toHaveLength(2);
});

test("a failed question about the caller hides no project", async () => {
  const { identity } = await platform(status(503, "Busy", "later"), project);
  const asked = identity.self({}).catch(() => undefined);
  expect(await identity.idsForState({})).toEqual({ project: "p1", instance: undefined });
  await asked;
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
  const [first, second] = await Promise.all([identity.idsForState({}), identity.idsForState({})].map(rejection));
  expect(first?.message).toContain("GET projects/default");
  expect(second).toBe(first);
  expect(requests()).toHaveLength(1);
  expect(await identity.idsForState({})).toMatchObject({ project: "p1" });
});

test("an error shows no secret", async () => {
  const { identity } = await platform(status(503, "Busy", `${accessKey} and other-secret`));
  const { message } = await rejection(identity.idsForState({ secrets: new Secrets(["other-secret"]) }));
  expect(message).toContain("[secret]");
  expect(message).not.toContain("other-secret");
});

const served = (...names: string[]): Reply => ({ body: { resources: names.map((name) => ({ name })) } });
const noSelf = status(404, "NotFound", "the server could not find the requested resource");

test.each<[string, Reply[], boolean]>([
  ["it serves the caller among others", [served("projects", "selves")], true],
  ["it serves other kinds only", [served("projects")], false],
  ["it serves nothing", [served()], false],
  ["it shows no resources, but the caller", [forbidden, instance], true],
  ["it shows neither resources nor the caller", [forbidden, noSelf], false],
  ["it has no list of resources", [unknownPath, instance], false],
])("if %s, that tells whether it is vCluster Platform", async (_, replies, expected) => {
  const { identity } = await platform(...replies);
  expect(await identity.isProduct({})).toBe(expected);
});
