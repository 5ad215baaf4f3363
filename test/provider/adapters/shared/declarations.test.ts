import { Declarations } from "../../../../provider/adapters/shared/declarations";
import { sharedObjectKeyOf } from "../../../../provider/engine/engine";
import { InitFailure } from "../../../../provider/objects/lifecycle/initFailure";
import type { Resource } from "../../../../provider/objects/resource";
import { type Properties, unknown } from "../../../../provider/objects/values";
import { virtualClusterImport } from "../../../../provider/resources/virtualClusterImport/virtualClusterImport";
import { virtualClusterInstance } from "../../../../provider/resources/virtualClusterInstance";
import { onPlugin } from "../../../support/adapterUnderTest";
import { configurePlugin } from "../../../support/pluginDriver";

const urn = (name: string, type = "VirtualClusterImport") =>
  `urn:pulumi:dev::test::vcluster-platform:index:${type}::${name}`;
const [a, b] = [urn("a"), urn("b")];
const stored = { id: "web/x", inputs: {}, state: {} };
const adopted = { ...stored, isAdopted: true };

let declared: Declarations;
beforeEach(() => {
  declared = new Declarations();
});

const keeps = (isReplaced: boolean) => {
  declared.onCheck(b, {});
  declared.onDiff(b, stored.id, isReplaced);
};
const unfinished = (of: typeof stored) => Promise.reject(new InitFailure(of, ["unfinished"]));
const creates = (create: () => Promise<typeof stored>) => () => declared.onCreate(b, create()).catch(() => {});

test.each<[string, prepare: () => unknown, holder: "b" | undefined]>([
  ["that adopted it, also to replace its own", creates(async () => adopted), "b"],
  ["that adopted it and did not come to an end", creates(() => unfinished(adopted)), "b"],
  ["that keeps it, also if that one is the same: it can have replaced it in an earlier run", () => keeps(false), "b"],
  ["except one that created it: no state to delete has it", creates(async () => stored), undefined],
  ["except one that may have created it", creates(() => unfinished(stored)), undefined],
  ["except one that failed to create it", creates(() => Promise.reject(new Error("refused"))), undefined],
  ["except one that is replaced itself", () => keeps(true), undefined],
  ["except one that is only in the state", () => declared.onDiff(b, stored.id, false), undefined],
  [
    "except one that is replaced without changes, for which Check runs again",
    () => {
      keeps(false);
      declared.onCheck(b, {});
    },
    undefined,
  ],
])("an object belongs to another resource %s", async (_, prepare, holder) => {
  await prepare();
  expect([a, b].map((each) => declared.managerOf(each, stored.id))).toEqual([holder, holder]);
  expect(declared.managerOf(a, "web/y")).toBeUndefined();
});

test("an object belongs to another resource of its own type only", () => {
  const [key, other] = [urn("key", "OwnedAccessKey"), urn("other", "OwnedAccessKey")];
  declared.onCheck(key, {});
  declared.onDiff(key, stored.id, false);
  expect(declared.managerOf(other, stored.id)).toBe("key");
  expect(declared.managerOf(urn("other", "SpaceTemplate"), stored.id)).toBeUndefined();
});

test("an import and an instance of one virtual cluster are warned of, and two of one type are not", () => {
  const source = { cluster: "c1", namespace: "vc", name: "x" };
  const check = (name: string, resource: Resource, inputs: Properties) =>
    declared.onCheck(urn(name, resource.type), inputs, sharedObjectKeyOf(resource, inputs));
  const imported = { project: "web", sourceVirtualCluster: { ...source, importName: "dev" } };
  expect(check("a", virtualClusterImport, imported)).toBeUndefined();
  expect(check("b", virtualClusterImport, imported)).toBeUndefined();
  const dev = { project: "web", name: "dev" };
  const warning = 'the resource "a" of the program declares virtualclusterinstances web/dev, too.';
  expect(check("c", virtualClusterInstance, dev)).toContain(warning);
  expect(check("d", virtualClusterInstance, { ...dev, project: "shop" })).toBeUndefined();
  expect(check("e", virtualClusterInstance, { ...dev, project: unknown })).toBeUndefined();
});

onPlugin((adapter) => {
  const type = "SpaceTemplate";

  test("a delete keeps an object that the program has, and the next configuration forgets what it declared", async () => {
    const kept = await adapter.create(type, { name: "again" });
    await adapter.driver.diff(type, kept, kept.inputs);
    await adapter.driver.delete(type, kept);
    expect(adapter.platform.store.get("spacetemplates", "again")).toBeDefined();
    const { baseUrl, accessKey } = adapter.platform;
    await configurePlugin(adapter.driver.plugin, { baseUrl, accessKey });
    await adapter.driver.delete(type, kept);
    expect(adapter.platform.store.get("spacetemplates", "again")).toBeUndefined();
  });
});
