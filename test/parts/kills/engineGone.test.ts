import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { signal } from "../../support/kills/processes";
import { attachPlugin } from "../../support/plugin";
import { configurePlugin, driverOf } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { type Moment, moments } from "./death/moments";
import { type EngineProcess, goneAfter, type Starter, startEngineProcess } from "./death/startEngineProcess";

const limitMs = 2000;
/** How the end comes, from whom, and the exit code or signal by which the plugin ends. */
const ends: Record<string, { end: (engine: EngineProcess) => void; exit: number | string }> = {
  "its stdin is closed": { end: (engine) => engine.closeStdin(), exit: 0 },
  "it gets SIGTERM": { end: ({ pid }) => signal(pid, "SIGTERM"), exit: "SIGTERM" },
  "it gets SIGINT": { end: ({ pid }) => signal(pid, "SIGINT"), exit: "SIGINT" },
};
const stalledCreate = moments[1] as Moment;
const cases = [
  ...(["engine", "language host"] as Starter[]).flatMap((starter) =>
    moments.map((moment) => ({
      when: `the engine is killed, the plugin started by the ${starter}`,
      starter,
      moment,
      end: (engine: EngineProcess) => engine.kill(),
      // A killed engine cannot report the exit code of its plugin.
      exit: starter === "engine" ? undefined : 0,
    })),
  ),
  ...Object.entries(ends).map(([when, how]) => ({ when, starter: "engine" as const, moment: stalledCreate, ...how })),
];

describe("a plugin ends within two seconds, without output and without files", () => {
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
    "when $when, during $moment.title",
    async ({ starter, moment, end, exit }) => {
      engine = await startEngineProcess(starter, temporary);
      const plugin = attachPlugin(engine.port);
      const { baseUrl, accessKey } = platform;
      await configurePlugin(plugin, { baseUrl, accessKey });
      await moment.reach(driverOf(plugin), platform);
      end(engine);
      expect(await goneAfter(engine.pid)).toBeLessThan(limitMs);
      if (exit !== undefined) expect(await engine.ended).toBe(exit);
      expect(engine.stderr()).toBe("");
      expect(readdirSync(temporary)).toEqual([]);
      await plugin.close();
    },
    60_000,
  );
});
