import type { PlatformOptions } from "../../emulator/options";
import type { RunningPlatform } from "../../emulator/platform";
import { type Body, get, postKey, type Request } from "./conformance/row";
import { send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const plural = "/ownedaccesskeys";
const apis = [{}, { omitEmpty: true }, { api: 4 }] satisfies PlatformOptions[];

const onCollection: Request[] = [
  get(plural),
  get(`${plural}?limit=1&labelSelector=a%3Db`),
  get(`${plural}?watch=1`),
  { method: "HEAD", path: plural },
  { method: "DELETE", path: plural },
  { method: "PUT", path: plural, body: {} },
];

const refusal = {
  kind: "Status",
  status: "Failure",
  reason: "MethodNotAllowed",
  code: 405,
  message: "the server does not allow this method on the requested resource",
};

test.each(apis)("the collection of keys can only be created in (%j)", (options) =>
  withPlatform(options, async (platform) => {
    expect((await send(platform, postKey("k", {}))).status).toBe(201);
    for (const request of onCollection) {
      const { status, body } = await send(platform, request);
      expect([request.method, status]).toEqual([request.method, 405]);
      if (request.method !== "HEAD") expect(body).toMatchObject(refusal);
    }
    expect(platform.store.list("ownedaccesskeys")).toHaveLength(1);
  }),
);

const verbsOf = async (platform: RunningPlatform) => {
  const { body } = await send(platform, get(""));
  const resources = body.resources as { name: string; kind: string; namespaced: boolean; verbs: string[] }[];
  return Object.fromEntries(resources.map(({ name, ...rest }) => [name, rest]));
};

test.each(apis)("a server that lists keys says so, and lists, watches and deletes them (%j)", (options) =>
  withPlatform({ ...options, listsKeys: true }, async (platform) => {
    const { ownedaccesskeys, spacetemplates } = await verbsOf(platform);
    expect(ownedaccesskeys?.verbs).toEqual(spacetemplates?.verbs);
    await send(platform, postKey("k", {}));
    expect((await send(platform, get(plural))).body.items).toMatchObject([{ metadata: { name: "k" } }]);
    expect((await send(platform, get(`${plural}?watch=1&timeoutSeconds=1`))).text).toContain('"ADDED"');
    expect((await send(platform, { method: "DELETE", path: plural })).status).toBe(200);
    expect(platform.store.list("ownedaccesskeys")).toEqual([]);
  }),
);

const secretKey = "the-value-of-the-key";
const upstream = "dXBzdHJlYW0=";
const identity = { username: "u", connectorData: upstream };
const keys = {
  a: { user: "ann", key: secretKey, identity },
  b: { user: "ann", team: "ops" },
  c: { user: "bob" },
  d: { team: "ops" },
  e: { subject: "ann" },
  f: {},
};
const withKeys = (options: PlatformOptions, run: (platform: RunningPlatform) => Promise<void>) =>
  withPlatform(options, async (platform) => {
    for (const [name, spec] of Object.entries(keys)) await send(platform, postKey(name, spec));
    await run(platform);
  });
const namesOf = ({ accessKeys }: Body) => (accessKeys as Body[]).map(({ metadata }) => metadata.name);

test.each(apis)("a user has the keys that name it, and so has a team (%j)", (options) =>
  withKeys(options, async (platform) => {
    const ann = (await send(platform, get("/users/ann/accesskeys"))).body;
    expect(ann).toMatchObject({ kind: "UserAccessKeys", apiVersion: "management.loft.sh/v1", metadata: {} });
    expect(namesOf(ann)).toEqual(["a", "b"]);
    const ops = (await send(platform, get("/teams/ops/accesskeys"))).body;
    expect([ops.kind, namesOf(ops)]).toEqual(["TeamAccessKeys", ["b", "d"]]);
  }),
);

test.each(apis)("each key is as it is by its name, without the fields that are never shown (%j)", (options) =>
  withKeys(options, async (platform) => {
    const { body, text } = await send(platform, get("/users/ann/accesskeys"));
    const { kind, apiVersion, ...byName } = (await send(platform, get(`${plural}/a`))).body;
    expect((body.accessKeys as Body[])[0]).toMatchObject(byName);
    expect(byName.spec.key).toBe(secretKey);
    expect(text).not.toContain(upstream);
  }),
);

test.each([
  [{}, []],
  [{ omitEmpty: true }, undefined],
  [{ api: 4 }, undefined],
] as const)("a name that no key has is answered without keys; Go types omit the empty list (%j)", (options, list) =>
  withKeys(options, async (platform) => {
    const { status, body } = await send(platform, get("/users/eve/accesskeys"));
    expect([status, body.kind, body.accessKeys]).toEqual([200, "UserAccessKeys", list]);
  }),
);

platformTest("users and teams have nothing else", async (platform) => {
  for (const path of ["/users", "/users/ann", "/users/ann/profile", "/users/ann/accesskeys/a", "/teams"])
    expect([path, (await send(platform, get(path))).status]).toEqual([path, 404]);
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect((await send(platform, { method, path: "/users/ann/accesskeys" })).status).toBe(405);
});

test("a server that hides keys hides them here", () =>
  withKeys({ hideKeys: true }, async (platform) => {
    const { body, text } = await send(platform, get("/users/ann/accesskeys"));
    expect([namesOf(body), text.includes(secretKey)]).toEqual([["a", "b"], false]);
  }));

const group = "management.loft.sh";
const reading = (...resources: string[]) => ({ rules: [{ verbs: ["get"], resources: [{ group, resources }] }] });

test.each<[string, object, 200 | 403]>([
  ["may read the keys of users", reading("users/accesskeys"), 200],
  ["may read them, and keys by name", reading("users/accesskeys", "ownedaccesskeys"), 200],
  ["may read everything", { scope: { allowLoftCli: true } }, 200],
  ["may read keys by name only", reading("ownedaccesskeys", "users"), 403],
  ["may read the keys of another user", { rules: [{ ...reading("users/*").rules[0], resourceNames: ["bob"] }] }, 403],
  ["has a project", { scope: { projects: [{ project: "*" }] } }, 403],
  ["has a virtual cluster", { scope: { virtualClusters: [{ project: "*", virtualCluster: "*" }] } }, 403],
])("a restricted key that %s gets no value", (_, spec, status) =>
  withKeys({}, async (platform) => {
    await send(platform, postKey("restricted", { key: "restricted", ...spec }));
    const response = await send(platform, {
      ...get("/users/ann/accesskeys"),
      authorization: "Bearer restricted",
    });
    expect([response.status, response.text.includes(secretKey)]).toEqual([status, false]);
    if (status === 200) expect(namesOf(response.body)).toEqual(["a", "b"]);
  }),
);

platformTest("requests for the keys of a user can fail", async (platform) => {
  platform.faults.add({ kind: "UserAccessKeys", name: "ann", action: { status: 503 } });
  expect((await send(platform, get("/teams/ann/accesskeys"))).status).toBe(200);
  expect((await send(platform, get("/users/ann/accesskeys"))).status).toBe(503);
});
