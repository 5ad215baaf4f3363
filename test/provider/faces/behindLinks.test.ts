import { startFakeEngine } from "../../support/fakeEngine";
import { linkedPackage } from "../../support/patchedPackage";
import { startDriver } from "../../support/pluginDriver";

test("a plugin whose packages are behind a link answers the engine that started it: it has no package twice", async () => {
  const { folder, dispose } = linkedPackage();
  const engine = await startFakeEngine();
  try {
    const settings = { baseUrl: "http://127.0.0.1:9", accessKey: "k" };
    const driver = await startDriver(settings, { folder, engineAddress: engine.address });
    expect((await driver.check("SpaceTemplate", { name: "t" })).failures).toEqual([]);
    await driver.close();
  } finally {
    engine.close();
    dispose();
  }
});
