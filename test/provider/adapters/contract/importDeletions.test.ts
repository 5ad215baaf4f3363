import { onBothAdapters, onPlugin } from "../../../support/adapterUnderTest";
import { refreshed } from "../../../support/contract";
import { deleteAsColleague } from "../../../support/http";
import { importInputs } from "../../../support/importInputs";

const type = "VirtualClusterImport";
const pathOf = (name: string) => `namespaces/p-web/virtualclusterinstances/${name}`;

onBothAdapters((adapter) => {
  const onPlatform = (name: string) => adapter.platform.store.get("virtualclusterinstances", name, "p-web");
  const writes = () => adapter.sent().filter((each) => !each.startsWith("GET"));

  describe("a delete with deletionPolicy delete keeps a virtual cluster", () => {
    test("that this resource imported, which no operation marks", async () => {
      const retained = await adapter.create(type, importInputs("own", "retain"));
      const kept = await adapter.driver.update(type, retained, importInputs("own"));
      await adapter.driver.delete(type, await refreshed(adapter, type, kept));
      expect(writes()).toEqual(["POST 201"]);
      expect(onPlatform("own")?.metadata).not.toHaveProperty("annotations");
      expect(onPlatform("own")?.metadata).not.toHaveProperty("labels");
    });
  });

  test("a virtual cluster that was deleted outside is gone for a delete", async () => {
    const kept = await adapter.create(type, importInputs("gone"));
    await deleteAsColleague(adapter.platform, pathOf("gone"));
    await adapter.driver.delete(type, kept);
    expect(adapter.sent().slice(-2)).toEqual(["GET 404", "GET 404"]);
  });
});

onPlugin((adapter) => {
  test("two stacks that import at once have the one virtual cluster", async () => {
    const other = await adapter.configured({});
    const { inputs } = await adapter.driver.check(type, importInputs("shared"));
    const creates = [adapter.driver, other].map((driver) => driver.create(type, inputs));
    const made = await Promise.all(creates).finally(() => other.close());
    const { uid } = adapter.platform.store.get("virtualclusterinstances", "shared", "p-web")?.metadata ?? {};
    expect(made.map(({ state }) => state.uid)).toEqual([uid, uid]);
  });
});
