import type { FaceUnderTest } from "./faceUnderTest";
import { type FakeEngine, startFakeEngine } from "./fakeEngine";
import { type PluginDriver, startDriver } from "./pluginDriver";

/** A plugin, and the engine that hears what it has to tell. */
export interface HeardPlugin {
  readonly driver: PluginDriver;
  readonly engine: FakeEngine;
}

/** Before the tests of the block that this is called in, starts a plugin of its own for the face's platform; ends it after them. */
export function heardPlugin(face: Pick<FaceUnderTest, "platform">): HeardPlugin {
  let engine: FakeEngine;
  let driver: PluginDriver;

  beforeAll(async () => {
    engine = await startFakeEngine();
    const { baseUrl, accessKey } = face.platform;
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
