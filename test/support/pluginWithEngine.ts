import type { AdapterUnderTest } from "./adapterUnderTest";
import { type FakeEngine, startFakeEngine } from "./fakeEngine";
import { type PluginDriver, startDriver } from "./pluginDriver";

/** A plugin and the fake engine that records its messages. */
export interface PluginWithEngine {
  readonly driver: PluginDriver;
  readonly engine: FakeEngine;
}

/** Starts a plugin and a fake engine before the tests of a block; stops both after them. */
export function pluginWithEngine(adapter: Pick<AdapterUnderTest, "platform">): PluginWithEngine {
  let engine: FakeEngine;
  let driver: PluginDriver;

  beforeAll(async () => {
    engine = await startFakeEngine();
    const { baseUrl, accessKey } = adapter.platform;
    driver = await startDriver({ baseUrl, accessKey }, { engineAddress: engine.address });
  });
  afterAll(async () => {
    await driver?.close();
    engine?.close();
  });

  return {
    get driver() {
      return driver;
    },
    get engine() {
      return engine;
    },
  };
}
