import { readFileSync } from "node:fs";
import path from "node:path";
import { dependencies, scripts } from "../../../package.json";
import { onServers } from "../../support/adapterUnderTest";
import { createAsColleague } from "../../support/http";
import { type PluginDriver, startDriver, type Wire } from "../../support/pluginDriver";

const page = readFileSync(path.join(__dirname, "..", "..", "..", "docs", "security.md"), "utf8");

interface Right {
  verb: string;
  resource: string;
}

/** The rights in a cell: verbs and their resource. */
const rightsIn = (cell: string): Right[] =>
  [...cell.matchAll(/((?:`\w+`(?:, )?)+) on `([\w/]+)`/g)].flatMap(([, verbs = "", resource = ""]) =>
    [...verbs.matchAll(/\w+/g)].map(([verb]) => ({ verb, resource })),
  );

const rows = page
  .split("\n")
  .map((line) => /^\| `(SpaceTemplate|OwnedAccessKey|VirtualClusterImport)` \| (.*) \| (.*) \|$/.exec(line))
  .flatMap((found) =>
    found ? [{ type: String(found[1]), read: rightsIn(String(found[2])), write: rightsIn(String(found[3])) }] : [],
  );

test("the page lists the rights of every kind", () => {
  expect(rows.map(({ type, read, write }) => [type, read.length, write.length])).toEqual([
    ["SpaceTemplate", 1, 3],
    ["OwnedAccessKey", 1, 3],
    ["VirtualClusterImport", 1, 1],
  ]);
});

const group = "management.loft.sh";
const rulesOf = (rights: readonly Right[]) =>
  rights.map(({ verb, resource }) => ({ verbs: [verb], resources: [{ group, resources: [resource] }] }));
let made = 0;

onServers(
  startDriver,
  (adapter) => {
    const open: PluginDriver[] = [];
    afterAll(async () => {
      for (const driver of open) await driver.close();
    });

    /** Runs a resource's lifecycle with a key of these rights; returns "done" or the error. */
    async function liveWith(type: string, rights: readonly Right[]): Promise<string> {
      const [key, name] = [`key-of-rights-${++made}-0123456789`, `of-rights-${made}`];
      const rules = rulesOf(rights);
      const keeper = { metadata: { name: `keeper-${made}` }, spec: { user: "admin", key, rules } };
      await createAsColleague(adapter.platform, "ownedaccesskeys", { kind: "OwnedAccessKey", ...keeper });
      const sourceVirtualCluster = { cluster: "c", namespace: "n", name };
      const inputs: Record<string, Wire> = {
        SpaceTemplate: { name },
        OwnedAccessKey: { name, user: "admin", rules },
        VirtualClusterImport: { project: "web", sourceVirtualCluster, deletionPolicy: "delete" },
      };
      const driver = await startDriver({ baseUrl: adapter.platform.baseUrl, accessKey: key });
      open.push(driver);
      const changed = type === "VirtualClusterImport" ? {} : { displayName: "b" };
      try {
        const kept = await driver.create(type, inputs[type] ?? {});
        const read = await driver.read(type, kept);
        const updated = await driver.update(type, { ...kept, ...read }, { ...inputs[type], ...changed });
        await driver.delete(type, { ...kept, state: updated.state });
        return "done";
      } catch (error) {
        return String(error);
      }
    }

    test.each(rows)(
      "$type needs each of the rights on the page and no other",
      async ({ type, read, write }) => {
        const all = [...read, ...write];
        expect(await liveWith(type, all)).toBe("done");
        for (const without of all) {
          const others = all.filter((each) => each !== without);
          const lacking = expect.stringContaining("403");
          expect([without, await liveWith(type, others)]).toEqual([without, lacking]);
        }
      },
      60_000,
    );
  },
  [{}],
);

test("the page counts the packages needed at run time, and no script runs on installation", () => {
  expect(page).toContain(`${Object.keys(dependencies).length} packages are needed at run time`);
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
});
