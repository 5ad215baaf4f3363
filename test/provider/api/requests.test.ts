import type { ApiClient, Call } from "../../../provider/api/client.js";
import { create, nameIn, patch, read, rehearsed, remove, replace } from "../../../provider/api/requests";
import { closeAll, connect, serve } from "./scriptedServer.js";

afterEach(closeAll);

const dev = { apiVersion: "management.loft.sh/v1", kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];
const version = "/metadata/resourceVersion";
const other = { op: "remove", path: "/spec/a" };

test.each<[operations: { op: string; path: string }[], idempotent: boolean]>([
  [[], false],
  [[other], false],
  [[{ op: "replace", path: version }], true],
  [[{ op: "test", path: version }], true],
  [[other, { op: "replace", path: version }, other], true],
  [[{ op: "remove", path: version }], false],
  [[{ op: "replace", path: "/metadata/resourceVersions" }], false],
  [[{ op: "test", path: "/metadata/uid" }], false],
])("a patch is idempotent if it checks or replaces the resourceVersion: %j %s", (operations, idempotent) => {
  expect(patch(path, operations).idempotent).toBe(idempotent);
});

test.each<[body: object, idempotent: boolean]>([
  [{ metadata: { resourceVersion: "7" } }, true],
  [{ metadata: { resourceVersion: "" } }, false],
  [{ metadata: {} }, false],
  [{ metadata: null }, false],
  [{}, false],
])("a replacement is idempotent if it has a resourceVersion: %j %s", (body, idempotent) => {
  expect(replace(path, body).idempotent).toBe(idempotent);
});

test("a delete with a uid is idempotent and sends JSON; one without is sent once and without a body", () => {
  expect(remove(path, "u1")).toMatchObject({ idempotent: true, isSentOnce: false, contentType: "application/json" });
  const query = { fieldManager: "pulumi-platform" };
  expect(remove(path, undefined)).toEqual({ method: "DELETE", path, query, idempotent: false, isSentOnce: true });
});

test.each<[body: object, name: string | undefined]>([
  [{ metadata: { name: "dev" } }, "dev"],
  [{ metadata: { name: "" } }, undefined],
  [{ metadata: { name: 7 } }, undefined],
  [{ metadata: {} }, undefined],
  [{ metadata: null }, undefined],
  [{ metadata: ["dev"] }, undefined],
  [{}, undefined],
])("the name in %j is %j", (body, name) => {
  expect(nameIn(body)).toBe(name);
});

describe("a dry run", () => {
  test("changes only the query of a write, makes it idempotent, and leaves a read", () => {
    for (const request of [create(path, {}), replace(path, {}), patch(path, [other]), remove(path, undefined)]) {
      const query = { fieldManager: "pulumi-platform", dryRun: "All" };
      expect(rehearsed(request, "All")).toEqual({ ...request, query, idempotent: true, isSentOnce: false });
    }
    expect(rehearsed(read(path), "All")).toEqual(read(path));
  });

  test("is also in the options of a delete, since servers ignore the query then", () => {
    const options = { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "u1" }, dryRun: ["All"] };
    expect(JSON.parse(rehearsed(remove(path, "u1"), "All").body ?? "")).toEqual(options);
  });

  test.each<[what: string, send: (client: ApiClient, call: Call) => Promise<unknown>]>([
    ["create", (client, call) => client.create(["spacetemplates"], dev, call)],
    ["replace", (client, call) => client.replace(path, dev, call)],
    ["guarded patch", (client, call) => client.patch(path, [{ op: "test", path: version, value: "7" }], call)],
    ["unguarded patch", (client, call) => client.patch(path, [], call)],
    ["delete by name", (client, call) => client.delete(path, {}, call)],
    ["delete by uid", (client, call) => client.delete(path, { uid: "u1" }, call)],
  ])("of a %s is sent as such and repeated after a reset, and only if the call is dry", async (_what, send) => {
    const server = await serve([{ how: "reset" }, { body: dev }]);
    const client = connect(server.url);
    await send(client, { dryRun: "All" });
    await send(client, {});
    const queries = server.requests.map(({ url }) => new URLSearchParams(url.split("?")[1]));
    expect(queries.map((query) => query.getAll("dryRun"))).toEqual([["All"], ["All"], []]);
    expect(queries.map((query) => query.get("fieldManager"))).toEqual(Array(3).fill("pulumi-platform"));
    expect(server.requests[2]?.body).not.toContain("dryRun");
  });
});
