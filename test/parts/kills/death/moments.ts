import type { Kept, PluginDriver } from "../../../support/pluginDriver";
import type { RecordedPlatform } from "../../../support/startRecorded";

/** What a plugin is at when its engine dies. */
export interface Moment {
  title: string;
  /** Leads there; what the plugin is asked last gets no answer. */
  reach(driver: PluginDriver, platform: RecordedPlatform): Promise<void>;
}

const inputs = { name: "held", finalizers: ["example.test/hold"] };
const absent: Kept = { id: "held", inputs, state: inputs };
const anHour = 3600;

/** Resolves when the platform has had such a request. */
async function came(platform: RecordedPlatform, asked: Promise<unknown>, method: string): Promise<void> {
  let end: unknown;
  asked.catch((error: unknown) => (end = error));
  while (!platform.requests.some((request) => request.method === method)) {
    if (end) throw end;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Everything that a plugin may wait for. */
export const moments: readonly Moment[] = [
  { title: "nothing", reach: async () => {} },
  {
    title: "a create that the platform does not answer",
    async reach(driver, platform) {
      platform.faults.add({ method: "POST", action: { delayMs: 60_000 } });
      const asked = driver.create("SpaceTemplate", inputs, { timeout: anHour });
      asked.catch(() => {});
      while (platform.faults.pending.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  },
  {
    title: "a wait of Retry-After",
    async reach(driver, platform) {
      platform.faults.add({ method: "GET", action: { status: 503, retryAfter: 600 } });
      await came(platform, driver.read("SpaceTemplate", absent, anHour), "GET");
    },
  },
  {
    title: "a wait for finalizers",
    async reach(driver, platform) {
      const kept = await driver.create("SpaceTemplate", inputs);
      await came(platform, driver.delete("SpaceTemplate", kept, anHour), "DELETE");
    },
  },
];
