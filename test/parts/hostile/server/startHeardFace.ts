import { startDynamicDriver } from "../../../support/dynamicDriver";
import type { FaceDriver } from "../../../support/faceDriver";
import { startFakeEngine } from "../../../support/fakeEngine";
import { startDriver } from "../../../support/pluginDriver";

/** A face, and all that its user reads of it beside the errors. */
export interface HeardFace {
  readonly driver: FaceDriver;
  /** What was said since it was asked the last time. */
  heard(): string;
  close(): Promise<void>;
}

type Config = Record<string, string>;

async function heardPlugin(config: Config, env: Record<string, string> = {}): Promise<HeardFace> {
  const engine = await startFakeEngine();
  const driver = await startDriver(config, { engineAddress: engine.address, env });
  return {
    driver,
    // Into its pipes a plugin writes nothing but its port.
    heard: () => [...engine.messages.splice(0), driver.plugin.stdout(), driver.plugin.stderr()].join("\n"),
    close: async () => {
      await driver.close();
      engine.close();
    },
  };
}

async function heardDynamic(config: Config): Promise<HeardFace> {
  let said = "";
  const written = jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += text;
    return true;
  });
  return {
    driver: await startDynamicDriver(config),
    heard: () => {
      const now = said;
      said = "";
      return now;
    },
    close: async () => {
      written.mockRestore();
    },
  };
}

/** Starts a face, by its name; `env` is for a plugin's process. */
export const startHeardFace = {
  "the plugin": heardPlugin,
  "the dynamic provider": heardDynamic,
} as const satisfies Record<string, (config: Config, env?: Record<string, string>) => Promise<HeardFace>>;
