import { onPlugin } from "../../../support/adapterUnderTest";
import { unfinishedOf } from "../../../support/contract";
import type { PluginDriver } from "../../../support/pluginDriver";

onPlugin((adapter) => {
  describe.each([
    ["true", "OwnedAccessKey", true],
    ["false", "OwnedAccessKey", false],
    ["true", "SpaceTemplate", false],
  ])("with refreshKeys %s, refreshBeforeUpdate of %s is %p", (refreshKeys, type, refreshes) => {
    const inputs = { name: `asked-${refreshKeys}` };
    let driver: PluginDriver;

    beforeAll(async () => {
      driver = await adapter.configured({ refreshKeys });
    });
    afterAll(() => driver?.close());
    afterEach(() => adapter.platform.store.remove(`${type.toLowerCase()}s`, inputs.name));

    test("in every response", async () => {
      const created = await driver.create(type, inputs);
      const read = await driver.read(type, created);
      const updated = await driver.update(type, created, { ...inputs, displayName: "b" });
      expect([created, read, updated].map((each) => each?.refreshBeforeUpdate)).toEqual(Array(3).fill(refreshes));
    });

    test("in every error that leaves the resource unfinished", async () => {
      // A create that may have arrived, and whose object cannot be read.
      adapter.platform.faults.add({ method: "POST", kind: type, times: 1, action: "reset-before" });
      adapter.platform.faults.add({ method: "GET", kind: type, times: 100, action: { status: 403 } });
      const created = await unfinishedOf(driver.create(type, inputs));
      const updated = await unfinishedOf(driver.update(type, created, inputs));
      // Now it can be read, but may still arrive.
      adapter.platform.faults.clear();
      const read = await unfinishedOf(driver.read(type, updated));
      expect([created, updated, read].map((each) => each.refreshBeforeUpdate)).toEqual(Array(3).fill(refreshes));
    });
  });
});
