import { startFakeEngine } from "../../../support/fakeEngine";
import { type Plugin, startPlugin } from "../../../support/plugin";

/** A provider that is killed and started again, and all that it tells the user, or prints, in its lives. */
export interface HeardPlugin {
  /** The one that runs at the moment. */
  plugin(): Plugin;
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** What stands in the engine's log. */
  warnings(): readonly string[];
  printed(): readonly string[];
  end(): Promise<void>;
}

/** Starts the provider of a folder, this package's if absent. */
export async function startHeard(folder: string | undefined): Promise<HeardPlugin> {
  const engine = await startFakeEngine();
  const start = () => startPlugin({ engineAddress: engine.address, ...(folder !== undefined && { folder }) });
  const printed: string[] = [];
  let plugin = await start();
  const kill = async () => {
    await plugin.close();
    printed.push(plugin.stdout(), plugin.stderr());
  };
  return {
    plugin: () => plugin,
    kill,
    restart: async () => {
      plugin = await start();
    },
    warnings: () => engine.messages,
    printed: () => printed,
    async end() {
      await kill();
      engine.close();
    },
  };
}
