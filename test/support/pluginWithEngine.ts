import type { FaceUnderTest } from "./faceUnderTest";
import { type FakeEngine, startFakeEngine } from "./fakeEngine";
import { type PluginDriver, startDriver } from "./pluginDriver";

/** A plugin and the fake engine that records its messages. */
export interface PluginWithEngine {
  readonly driver: PluginDriver;
  readonly engine: FakeEngine;
}

/** Starts a plugin and a fake engine for the face's platform before the tests of a block; ends both after them. */
export function pluginWithEngine(face: Pick<FaceUnderTest, "platform">): PluginWithEngine {
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
