import { Secrets } from "../../../provider/api/output/secrets";
import { PlatformIdentity } from "../../../provider/api/platformIdentity.js";
import { accessKey, against, closeAll, type Reply, rejection, status } from "./scriptedServer";

afterEach(closeAll);

const project: Reply = { body: { kind: "Project", metadata: { name: "default", uid: "p1" } } };

/** Reads the identity of a platform twice; returns the results and the requests. */
async function asked(reply: Reply) {
  const { client, server } = await against([reply, project]);
  const identity = new PlatformIdentity(client);
  const answers = [identity.of({}), identity.of({ deadline: 0 })];
  return {
    answers,
    paths: () => server.requests.map(({ method, url }) => `${method} ${url.replace(/^.*\/v1\//, "")}`),
  };
}

test("the identity is the uid of the default project, read once for all operations", async () => {
  const { answers, paths } = await asked(project);
  expect(await Promise.all(answers)).toEqual([{ uid: "p1" }, { uid: "p1" }]);
  expect(paths()).toEqual(["GET projects/default"]);
});

test.each<[string, Reply]>([
  ["the key may not read it", status(403, "Forbidden", "no")],
  ["there are no projects", { status: 404, body: "404 page not found" }],
  ["the platform fails permanently", status(500, "InternalError", "no")],
  ["something else answers", { body: "<html></html>" }],
  ["the project has no uid", { body: { kind: "Project", metadata: { name: "default" } } }],
  ["something else is missing", status(404, "NotFound", 'clusters.management.loft.sh "main" not found')],
])("the identity is hidden if %s, and is not read again", async (_, reply) => {
  const { answers, paths } = await asked(reply);
  expect(await Promise.all(answers)).toEqual(["hidden", "hidden"]);
  expect(paths()).toHaveLength(1);
});

test("the identity has no uid without a default project", async () => {
  const { answers } = await asked(status(404, "NotFound", 'projects.management.loft.sh "default" not found'));
  expect(await Promise.all(answers)).toEqual([{}, {}]);
});

test.each<[string, Reply]>([
  ["no answer came", { how: "reset" }],
  ["the platform is busy", status(503, "ServiceUnavailable", "later")],
  ["the platform limits requests", status(429, "TooManyRequests", "later")],
])("concurrent reads share one error if %s, and a later read is a new request", async (_, reply) => {
  const { client, server } = await against([reply, project]);
  const identity = new PlatformIdentity(client);
  const [first, second] = await Promise.all([identity.of({}), identity.of({})].map(rejection));
  expect(first?.message).toContain("GET projects/default");
  expect(second).toBe(first);
  expect(server.requests).toHaveLength(1);
  expect(await identity.of({})).toEqual({ uid: "p1" });
});

test("an error shows no secret", async () => {
  const { client } = await against([status(503, "Busy", `${accessKey} and other-secret`)]);
  const { message } = await rejection(new PlatformIdentity(client).of({ secrets: new Secrets(["other-secret"]) }));
  expect(message).toContain("[secret]");
  expect(message).not.toContain("other-secret");
});
