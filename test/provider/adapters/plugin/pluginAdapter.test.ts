import { unfinishedOf } from "../../../support/contract";
import { onPlugin } from "../../../support/faceUnderTest";
import type { PluginDriver } from "../../../support/pluginDriver";

onPlugin((face) => {
  describe.each([
    ["true", "OwnedAccessKey", true],
    ["false", "OwnedAccessKey", false],
    ["true", "SpaceTemplate", false],
  ])("with refreshKeys %s, refreshBeforeUpdate of %s is %p", (refreshKeys, type, refreshes) => {
    const inputs = { name: `asked-${refreshKeys}` };
    let driver: PluginDriver;

    beforeAll(async () => {
      driver = await face.configured({ refreshKeys });
    });
    afterAll(() => driver?.close());
    afterEach(() => face.platform.store.remove(`${type.toLowerCase()}s`, inputs.name));

    test("in every response", async () => {
      const created = await driver.create(type, inputs);
      const read = await driver.read(type, created);
      const updated = await driver.update(type, created, { ...inputs, displayName: "b" });
      expect([created, read, updated].map((each) => each?.refreshBeforeUpdate)).toEqual(Array(3).fill(refreshes));
    });

    test("in every error that leaves the resource unfinished", async () => {
      // A create that may have arrived, and whose object cannot be read.
      face.platform.faults.add({ method: "POST", kind: type, times: 1, action: "reset-before" });
      face.platform.faults.add({ method: "GET", kind: type, times: 100, action: { status: 403 } });
      const created = await unfinishedOf(driver.create(type, inputs));
      const updated = await unfinishedOf(driver.update(type, created, inputs));
      // Now it can be read, but may still arrive.
      face.platform.faults.clear();
      const read = await unfinishedOf(driver.read(type, updated));
      expect([created, updated, read].map((each) => each.refreshBeforeUpdate)).toEqual(Array(3).fill(refreshes));
    });
  });
});
