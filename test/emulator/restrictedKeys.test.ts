import type { RunningPlatform } from "../../emulator/platform";
import { get, group, mergeType, patchType, postKey, type Request } from "./conformance/row";
import { type Answer, send } from "./request";
import { withPlatform } from "./withPlatform";

const path = "/ownedaccesskeys";
const secret = "the-value-of-a-strong-key";
const rules = [{ resources: [{ group, resources: ["ownedaccesskeys"] }] }];
const asKeeper = (platform: RunningPlatform, request: Request): Promise<Answer> =>
  send(platform, { ...request, authorization: "Bearer keeper" });
const patch = (name: string, body: unknown, type = mergeType): Request => ({
  method: "PATCH",
  path: `${path}/${name}`,
  body,
  type,
});
const refused = (name: string) => ({
  code: 403,
  reason: "Forbidden",
  message: `ownedaccesskeys.${group} "${name}" is forbidden: User "keeper" has a restricted key, so it can only write keys with the same scope and rules`,
});

/** With a key `keeper` that may do everything to access keys and nothing else, and a strong key. */
const withKeeper = (run: (platform: RunningPlatform) => Promise<void>) =>
  withPlatform({}, async (platform) => {
    await send(platform, postKey("keeper", { key: "keeper", user: "keeper", rules }));
    await send(platform, postKey("strong", { key: secret, displayName: "strong" }));
    await run(platform);
  });

describe("a restricted key that may write keys", () => {
  test.each([
    ["no restriction", {}],
    ["another rule", { rules: [...rules, { verbs: ["get"] }] }],
    ["fewer rules", { rules: [] }],
    ["a scope beside its rules", { rules, scope: { projects: [{ project: "*" }] } }],
    ["the name of another user and no restriction", { user: "admin", groups: ["system:masters"] }],
  ])("makes no key with %s", (_, spec) =>
    withKeeper(async (platform) => {
      expect((await asKeeper(platform, postKey("new", spec))).body).toMatchObject(refused("new"));
      expect(platform.store.get("ownedaccesskeys", "new")).toBeUndefined();
    }),
  );

  test("makes and changes keys with its own rights, whose values it is told once", () =>
    withKeeper(async (platform) => {
      const made = await asKeeper(platform, postKey("new", { rules: [{ ...rules[0], verbs: [] }], scope: {} }));
      expect([made.status, made.body.spec.key]).toEqual([201, expect.stringMatching(/^\S{64}$/)]);
      const changed = await asKeeper(platform, patch("new", { spec: { displayName: "x", key: "chosen" } }));
      expect([changed.status, changed.text.includes("chosen")]).toEqual([200, false]);
      const itsOwn = await send(platform, { ...get("/spacetemplates"), authorization: "Bearer chosen" });
      expect(itsOwn.status).toBe(403);
    }));

  test.each([
    ["takes a restriction away from itself", "keeper", { rules: null }],
    ["sets the value of a stronger key", "strong", { key: "known" }],
    ["opens a stronger key again", "strong", { disabled: true }],
  ])("never %s", (_, name, spec) =>
    withKeeper(async (platform) => {
      const before = platform.store.get("ownedaccesskeys", name)?.spec;
      expect((await asKeeper(platform, patch(name, { spec }))).body).toMatchObject(refused(name));
      expect(platform.store.get("ownedaccesskeys", name)?.spec).toEqual(before);
    }),
  );

  test("may label and delete what its rules name", () =>
    withKeeper(async (platform) => {
      expect((await asKeeper(platform, patch("strong", { metadata: { labels: { a: "b" } } }))).status).toBe(200);
      expect((await asKeeper(platform, { method: "DELETE", path: `${path}/strong` })).status).toBe(200);
    }));

  test.each<[string, Request]>([
    ["a get", get(`${path}/strong`)],
    ["a list", get(path)],
    ["a JSON patch", patch("strong", [{ op: "copy", from: "/spec/key", path: "/metadata/labels" }], patchType)],
    ["a broken patch", patch("strong", { metadata: { labels: { a: 5 } } })],
  ])("is not shown the value of another key by %s", (_, request) =>
    withKeeper(async (platform) => {
      expect((await asKeeper(platform, request)).text).not.toContain(secret);
      expect((await send(platform, get(path))).text).toContain(secret);
    }),
  );
});

test.each([
  ["loft.sh", "allowLoftCLI"],
  ["loft.sh", "allowLoftCli"],
  ["my-co.io", "allowMycoCLI"],
])("for the vendor %s the flag %s is a boolean, and a key with another type is not made", (vendor, flag) =>
  withPlatform({ vendor }, async (platform) => {
    for (const [value, found] of [
      ["yes", "string"],
      [1, "integer"],
      [{}, "object"],
    ]) {
      const apiVersion = `management.${vendor}/v1`;
      const { status, body } = await send(platform, {
        method: "POST",
        path: `//kubernetes/management/apis/${apiVersion}/ownedaccesskeys`,
        body: { apiVersion, kind: "OwnedAccessKey", metadata: { name: "k" }, spec: { scope: { [flag]: value } } },
      });
      const field = `spec.scope.${flag}`;
      expect([status, body.details]).toMatchObject([
        422,
        {
          causes: [
            {
              reason: "FieldValueTypeInvalid",
              field,
              message: `Invalid value: "${found}": ${field} in body must be of type boolean: "${found}"`,
            },
          ],
        },
      ]);
    }
  }),
);
