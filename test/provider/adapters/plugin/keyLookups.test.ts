import type { PlatformOptions } from "../../../../emulator/options";
import { callFunction } from "../../../../provider/adapters/dynamic/functionCalls";
import { onServers } from "../../../support/adapterUnderTest";
import { createAsColleague } from "../../../support/http";
import { startDriver, type Wire } from "../../../support/pluginDriver";

const canary = "key-canary-0123456789";
const keys: Readonly<Record<string, Wire>> = {
  admin: { user: "admin" },
  bot: { user: "bot", team: "web" },
  ci: { user: "ci" },
  web: { team: "web" },
  subject: { subject: "someone" },
};
const labels = (name: string) => ({ team: name === "bot" ? "a" : "b" });

const noPrincipal = /does not list OwnedAccessKeys, and does not show the user or team of .* Set user or team\.$/;
const noSelector = /property "labelSelector" is no label selector\. Write it as in team=web/;

type Row = [args: Wire, found: string[] | RegExp];

const always: readonly Row[] = [
  [{ user: "ci" }, ["ci"]],
  [{ user: "bot" }, ["bot"]],
  [{ team: "web" }, ["bot", "web"]],
  [{ team: "web", user: "bot" }, ["bot"]],
  [{ team: "web", user: "ci" }, []],
  [{ user: "nobody" }, []],
  [{ team: "web", labelSelector: "team in (b)" }, ["web"]],
  [{ team: "web", labelSelector: "team!=b" }, ["bot"]],
];

/** The kind of platform, and what its keys without a user or team in the arguments are. */
const platforms: readonly [PlatformOptions, readonly Row[]][] = [
  [{ api: 3 }, [[{}, noPrincipal], [{ user: "ci", labelSelector: "team in b" }, noSelector], ...always]],
  [{ api: 4 }, [[{}, ["admin"]], [{ labelSelector: "!team" }, []], [{ labelSelector: "a b" }, noSelector], ...always]],
  [{ listsKeys: true }, [[{}, Object.keys(keys).sort()], [{ labelSelector: "team=a" }, ["bot"]], ...always]],
];

describe.each(platforms)("keys of a platform with %j", (options, rows) => {
  onServers(
    startDriver,
    (adapter) => {
      beforeAll(async () => {
        for (const [name, spec] of Object.entries(keys))
          await createAsColleague(adapter.platform, "ownedaccesskeys", {
            kind: "OwnedAccessKey",
            metadata: { name, labels: labels(name) },
            spec: { ...spec, key: `${canary}-${name}` },
          });
      });

      const fromSdk = (args: Wire) => {
        const { baseUrl, accessKey } = adapter.platform;
        const settings: Wire = { "vcluster-platform:baseUrl": baseUrl, "vcluster-platform:accessKey": accessKey };
        return callFunction("listOwnedAccessKeys", args, { get: (key) => settings[key] as string | undefined });
      };
      const calls: Readonly<Record<string, (args: Wire) => Promise<Wire>>> = {
        "the plugin": (args) => adapter.driver.invoke("listOwnedAccessKeys", args),
        "the classes": fromSdk,
      };

      describe.each(Object.keys(calls))("listOwnedAccessKeys of %s", (name) => {
        test.each(rows)("%j finds %s, without values", async (args, expected) => {
          const call = calls[name]?.(args);
          if (expected instanceof RegExp) {
            await expect(call).rejects.toThrow(expected);
            return;
          }
          const found = (await call) ?? {};
          expect((found.items as Wire[]).map((each) => each.name).sort()).toEqual(expected);
          expect(JSON.stringify(found)).not.toContain(canary);
        });
      });

      test.each(rows)("a list of ids with %j finds %s", async (query, expected) => {
        const page = adapter.driver.list("OwnedAccessKey", { query, pageSize: 500 });
        if (expected instanceof RegExp) await expect(page).rejects.toThrow(expected);
        else expect((await page).ids.sort()).toEqual(expected);
      });

      test.each([
        ["get", "accesskeys"],
        ["list", "ownedaccesskeys"],
      ] as const)("an invalid response to %s of %s quotes no value of any key", async (verb, kind) => {
        const value = `${canary}-ci`;
        const items = [
          { metadata: { name: "ci" }, spec: { user: "ci", key: value } },
          { metadata: { name: 5, value } },
        ];
        const body = { kind: "UserAccessKeys", metadata: {}, accessKeys: items, items };
        const isSent = (verb === "list") === (options.listsKeys === true);
        adapter.platform.faults.add({ verb, kind, action: { status: 200, body } });
        const words = await adapter.driver.invoke("listOwnedAccessKeys", { user: "ci" }).then(JSON.stringify, String);
        expect([words.includes("failed: 200"), words.includes(canary)]).toEqual([isSent, false]);
      });
    },
    [options],
  );
});
