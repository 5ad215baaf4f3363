import { setTimeout as sleep } from "node:timers/promises";
import type { RunningPlatform } from "../../../../emulator/platform";
import { groupPath } from "../../../support/http";
import type { Plugin } from "../../../support/plugin";
import { driverOf, type Kept, type PluginDriver, type Wire } from "../../../support/pluginDriver";
import { Gate } from "./gate";
import { type Life, lives } from "./lives";
import { random } from "./random";
import { anyFault } from "./soakFaults";

/** Everything that the engine may ask, asked again and again. */
export interface Load {
  /** Asks for so long, then waits until all is answered. */
  run(ms: number): Promise<void>;
  /** How often each method was answered well, and how often with an error. */
  counts: ReadonlyMap<string, { well: number; badly: number }>;
  operations(): number;
}

/** As many as the provider has connections. */
const workers = 16;
/** Each worker uses its names again, as a program has so many resources and no more. */
const names = 40;
// Short enough that stalled answers cost little of a run; how long a wait is changes nothing that it holds.
const seconds = 2;

/** What is asked, all of it. */
export const methods = ["check", "preview", "create", "read", "diff", "update", "invoke", "list", "delete"];

/** Makes a load for a plugin that is configured for the platform. */
export function startLoad(plugin: Plugin, platform: RunningPlatform, seed: number): Load {
  const counts = new Map<string, { well: number; badly: number }>();
  let operations = 0;
  const tell = (method: string, isWell: boolean) => {
    const count = counts.get(method) ?? { well: 0, badly: 0 };
    counts.set(method, count);
    count[isWell ? "well" : "badly"]++;
    operations++;
  };
  const gate = new Gate();
  for (let index = 0; index < workers; index++) {
    const live = worker(plugin, platform, { index, seed, tell, gate });
    (async () => {
      // Ends by standing before the gate that nobody opens any more.
      for (;;) await live();
    })();
  }
  return {
    counts,
    operations: () => operations,
    async run(ms) {
      gate.open();
      await sleep(ms);
      await gate.close();
    },
  };
}

interface Told {
  index: number;
  seed: number;
  tell(method: string, isWell: boolean): void;
  gate: Gate;
}

function worker(plugin: Plugin, platform: RunningPlatform, { index, seed, tell, gate }: Told): () => Promise<void> {
  const draw = random(seed + index);
  let lived = 0;
  return async () => {
    const name = `soak-${index}-${++lived % names}`;
    const life = lives[Math.floor(draw() * lives.length)] as Life;
    const driver = driverOf(plugin, (type) => `urn:pulumi:dev::test::platform:index:${type}::${name}`);
    const fault = draw() < 0.5 ? platform.faults.add(anyFault(name, draw)) : undefined;
    const attempt: Attempt = async (method, ask) => {
      const answer = await gate.pass(() => ask().catch(() => failed));
      tell(method, answer !== failed);
      return answer === failed ? undefined : (answer as Awaited<ReturnType<typeof ask>>);
    };
    const finalizers = draw() < 0.1 ? { finalizers: ["soak.test/hold"] } : {};
    const inputs = (of: Life["before"]) => ({ ...of(name), ...finalizers });
    await liveOnce(driver, { ...life, name, before: inputs(life.before), after: inputs(life.after) }, attempt);
    if (fault) platform.faults.remove(fault.id);
    await gate.pass(() => remove(platform, life.path(name)));
  };
}

/** Asks, and keeps count of the answer; undefined where there is none. */
type Attempt = <T>(method: string, ask: () => Promise<T>) => Promise<T | undefined>;

const failed = Symbol("failed");

interface Inputs {
  name: string;
  before: Wire;
  after: Wire;
}

async function liveOnce(
  driver: PluginDriver,
  { type, lookUp: lookUps, name, before, after }: Pick<Life, "type" | "lookUp"> & Inputs,
  attempt: Attempt,
): Promise<void> {
  await attempt("check", () => driver.check(type, before));
  await attempt("preview", () => driver.create(type, before, { preview: true }));
  const made = await attempt("create", () => driver.create(type, before, { timeout: seconds }));
  const kept: Kept = made ?? { id: name, inputs: before, state: before };
  await attempt("read", () => driver.read(type, kept, seconds));
  await attempt("diff", () => driver.diff(type, kept, after));
  const changed = await attempt("update", () => driver.update(type, kept, after, { timeout: seconds }));
  for (const [lookUp, args] of lookUps) await attempt("invoke", () => driver.invoke(lookUp, args(name)));
  await attempt("list", () =>
    driver.list(type, type === "VirtualClusterImport" ? { query: { project: "default" } } : {}),
  );
  await attempt("delete", () => driver.delete(type, changed ?? kept, seconds));
}

/** Nothing of one life is left for the next, so that the lists stay short. */
async function remove({ baseUrl, accessKey }: RunningPlatform, path: string): Promise<void> {
  const ask = async (method: string, body?: string) => {
    const headers = { authorization: `Bearer ${accessKey}`, "content-type": "application/merge-patch+json" };
    const answer = await fetch(`${baseUrl}${groupPath}/${path}`, { method, headers, ...(body && { body }) });
    await answer.arrayBuffer();
  };
  await ask("DELETE");
  // What holds it is taken away after it began to go, as a controller does.
  await ask("PATCH", '{"metadata": {"finalizers": null}}');
}
