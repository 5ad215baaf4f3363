import { callFunction } from "../../../../provider/adapters/dynamic/functionCalls.js";
import type { AdapterDriver } from "../../../support/adapterDriver";
import { startDynamicDriver } from "../../../support/dynamicDriver";
import type { PluginOptions } from "../../../support/plugin";
import { initializationOf, type Kept, startDriver, type Wire } from "../../../support/pluginDriver";

/** An adapter of the provider, as the matrix of faults uses it. */
export interface Adapter {
  readonly name: "the plugin" | "dynamic resources";
  readonly driver: AdapterDriver;
  /** Names of the templates with a label. */
  list(labelSelector: string): Promise<unknown[]>;
  /** The state in an error, undefined without one. */
  unfinished(error: unknown, inputs: Wire): Kept | undefined;
  /** Its output beside errors. */
  said(): string;
  close(): Promise<void>;
}

/** The plugin, asked over gRPC: in this process unless an option needs its own. */
export async function startPluginAdapter(config: Record<string, string>, options?: PluginOptions): Promise<Adapter> {
  const driver = await startDriver(config, options);
  return {
    name: "the plugin",
    driver,
    list: async (labelSelector) => (await driver.list("SpaceTemplate", { query: { labelSelector } })).ids,
    unfinished(error, inputs) {
      try {
        return { ...initializationOf(error as Parameters<typeof initializationOf>[0]), inputs };
      } catch {
        return undefined;
      }
    },
    said: () => driver.plugin.stdout() + driver.plugin.stderr(),
    close: () => driver.close(),
  };
}

/** Dynamic resources and functions in this process. */
export async function startDynamicAdapter(config: Record<string, string>): Promise<Adapter> {
  const driver = await startDynamicDriver(config);
  const settings = { get: (key: string) => config[key.replace(/^vcluster-platform:/, "")] };
  const written: string[] = [];
  const write = jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  return {
    name: "dynamic resources",
    driver,
    async list(labelSelector) {
      const found = await callFunction("listSpaceTemplates", { labelSelector }, settings);
      return (found.items as { name: string }[]).map(({ name }) => name);
    },
    unfinished(error, inputs) {
      const { id, properties } = error as { id?: string; properties?: Wire };
      return id === undefined || properties === undefined ? undefined : { id, inputs, state: properties };
    },
    said: () => written.join(""),
    async close() {
      write.mockRestore();
      await driver.close();
    },
  };
}
