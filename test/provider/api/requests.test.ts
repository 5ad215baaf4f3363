import { create, nameIn, patch, rehearsed, remove, replace } from "../../../provider/api/requests";

const path = ["spacetemplates", "dev"];
const version = "/metadata/resourceVersion";
const other = { op: "remove", path: "/spec/a" };

const guarded: [operations: { op: string; path: string }[], idempotent: boolean][] = [
  [[], false],
  [[other], false],
  [[{ op: "replace", path: version }], true],
  [[{ op: "test", path: version }], true],
  [[other, { op: "replace", path: version }, other], true],
  [[{ op: "remove", path: version }], false],
  [[{ op: "replace", path: "/metadata/resourceVersions" }], false],
  [[{ op: "test", path: "/metadata/uid" }], false],
];

test.each(guarded)("whether a patch may be repeated: %j %s", (operations, idempotent) => {
  expect(patch(path, operations).idempotent).toBe(idempotent);
});

test.each<[body: object, idempotent: boolean]>([
  [{ metadata: { resourceVersion: "7" } }, true],
  [{ metadata: { resourceVersion: "" } }, false],
  [{ metadata: {} }, false],
  [{ metadata: null }, false],
  [{}, false],
])("whether a replacement by %j may be repeated: %s", (body, idempotent) => {
  expect(replace(path, body).idempotent).toBe(idempotent);
});

test("a delete of one object only may be repeated, and says so as JSON; any other is sent once", () => {
  expect(remove(path, "u1")).toMatchObject({ idempotent: true, isSentOnce: false, contentType: "application/json" });
  expect(remove(path, undefined)).toEqual({
    method: "DELETE",
    path,
    query: { fieldManager: "pulumi-platform" },
    idempotent: false,
    isSentOnce: true,
  });
});

test("a dry call changes nothing of what is sent but the query", () => {
  for (const request of [create(path, {}), replace(path, {}), patch(path, [other]), remove(path, undefined)]) {
    const query = { fieldManager: "pulumi-platform", dryRun: "All" };
    expect(rehearsed(request, "All")).toEqual({ ...request, query, idempotent: true, isSentOnce: false });
  }
});

test.each<[body: object, name: string | undefined]>([
  [{ metadata: { name: "dev" } }, "dev"],
  [{ metadata: { name: "" } }, undefined],
  [{ metadata: { name: 7 } }, undefined],
  [{ metadata: {} }, undefined],
  [{ metadata: null }, undefined],
  [{ metadata: ["dev"] }, undefined],
  [{}, undefined],
])("the name that %j asks for is %j", (body, name) => {
  expect(nameIn(body)).toBe(name);
});
