import { Discovery } from "../../../provider/api/platformIdentity";
import { against, closeAll, type Reply, status } from "./scriptedServer";

afterEach(closeAll);

const resources = (...list: unknown[]): Reply => ({ body: { kind: "APIResourceList", resources: list } });
const kind = (...verbs: unknown[]) => ({ name: "ownedaccesskeys", verbs });
const page: Reply = { body: { kind: "OwnedAccessKeyList", metadata: {}, items: [] } };
const unknownPath: Reply = { status: 404, body: "404 page not found" };
const notAllowed = status(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
const noKind = status(404, "NotFound", "the server could not find the requested resource");
const forbidden = status(403, "Forbidden", "no");

/** What the platform answers, whether keys have a list, and how many requests that takes. */
const rows: [words: string, script: Reply[], hasList: boolean | RegExp, requests: number][] = [
  ["names the verb list", [resources(kind("create", "list"))], true, 1],
  ["names other verbs", [resources(kind("create", "get"), { name: "other", verbs: ["list"] })], false, 1],
  ["does not name the kind", [resources({ name: "other", verbs: ["list"] }), page], true, 2],
  ["does not name the kind, and it is unknown", [resources({ name: "other", verbs: ["list"] }), noKind], false, 2],
  ["has a resource in another form, too", [resources(null, { name: 5 }, kind("list"))], true, 1],
  ["names no verbs", [resources({ name: "ownedaccesskeys" }), page], true, 2],
  ["names verbs in another form", [resources({ name: "ownedaccesskeys", verbs: "list" }), notAllowed], false, 2],
  ["has no resources", [resources(), page], true, 2],
  ["is something else", [{ body: { kind: "Other" } }, notAllowed], false, 2],
  ["is forbidden, and the list is there", [forbidden, page], true, 2],
  ["is forbidden, and the list is not allowed", [forbidden, notAllowed], false, 2],
  ["is forbidden, and the kind is unknown", [forbidden, noKind], false, 2],
  ["is forbidden, and so is the path", [forbidden, unknownPath], false, 2],
  ["is forbidden, and so is the list", [forbidden, forbidden], /403/, 2],
  ["is absent, and a proxy hides the list", [unknownPath, { status: 404, body: "<html>" }], /404/, 2],
  ["is refused with the key", [status(401, "Unauthorized", "no")], /401/, 1],
  ["fails five times", Array(5).fill(status(503, "ServiceUnavailable", "no")), /503/, 5],
];

test.each(rows)("if the list of resources %s, that or a list decides", async (_, script, hasList, requests) => {
  const { client, server } = await against(script);
  const asked = new Discovery(client).hasList("ownedaccesskeys", {});
  if (hasList instanceof RegExp) await expect(asked).rejects.toThrow(hasList);
  else expect(await asked).toBe(hasList);
  expect(server.requests).toHaveLength(requests);
  const [, list] = server.requests.map(({ url }) => url);
  if (requests === 2) expect(list).toMatch(/ownedaccesskeys\?.*labelSelector=/);
});

test("one request answers all callers, and a failure is not kept", async () => {
  const { client, server } = await against([forbidden, forbidden, page]);
  const discovery = new Discovery(client);
  await expect(discovery.hasList("ownedaccesskeys", {})).rejects.toThrow("403");
  const asked = Array.from({ length: 3 }, () => discovery.hasList("ownedaccesskeys", {}));
  expect(await Promise.all(asked)).toEqual([true, true, true]);
  expect(server.requests).toHaveLength(3);
});
