import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Moment, moments } from "../../support/death/moments";
import {
  type EngineProcess,
  goneAfter,
  type Starter,
  startEngineProcess,
} from "../../support/death/startEngineProcess";
import { signal } from "../../support/kills/processes";
import { attachPlugin } from "../../support/plugin";
import { configurePlugin, driverOf } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const limitMs = 2000;
const starters: Starter[] = ["engine", "language host"];
/** How the end comes, and from whom. */
const ends: Record<string, (engine: EngineProcess) => void> = {
  "its stdin is closed": (engine) => engine.closeStdin(),
  "it gets SIGTERM": ({ pid }) => signal(pid, "SIGTERM"),
  "it gets SIGINT": ({ pid }) => signal(pid, "SIGINT"),
};
const stalledCreate = moments[1] as Moment;
const cases = [
  ...starters.flatMap((starter) =>
    moments.map((moment) => ({
      when: `the engine is killed, the plugin started by the ${starter}`,
      starter,
      moment,
      end: (engine: EngineProcess) => engine.kill(),
    })),
  ),
  ...Object.entries(ends).map(([when, end]) => ({ when, starter: "engine" as const, moment: stalledCreate, end })),
];

describe("a plugin is gone within two seconds, silently and without a trace", () => {
  let platform: RecordedPlatform;
  let temporary: string;
  let engine: EngineProcess;

  beforeEach(async () => {
    platform = await startRecorded();
    temporary = mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-"));
  });
  afterEach(async () => {
    engine?.close();
    await platform.close();
    rmSync(temporary, { recursive: true, force: true });
  });

  test.each(cases)(
    "when $when, in the middle of $moment.title",
    async ({ starter, moment, end }) => {
      engine = await startEngineProcess(starter, temporary);
      const plugin = attachPlugin(engine.port);
      const { baseUrl, accessKey } = platform;
      await configurePlugin(plugin, { baseUrl, accessKey });
      await moment.reach(driverOf(plugin), platform);
      end(engine);
      expect(await goneAfter(engine.pid)).toBeLessThan(limitMs);
      expect(engine.stderr()).toBe("");
      expect(readdirSync(temporary)).toEqual([]);
      await plugin.close();
    },
    60_000,
  );
});
