import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { startDynamicDriver } from "../../support/dynamicDriver";
import { root } from "../../support/environment";
import type { Kept, Wire } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import type { Adapter } from "../faults/matrix/startAdapter";
import { arm, operate, type WaitingState, waitingStates } from "../faults/matrix/waitingStates";
import type { World } from "../faults/matrix/world";
import { type FaultyRelay, startFaultyRelay } from "../faults/network/relay";

const limitMs = 2000;

// Stands in for the host of dynamic resources, which has no cancel: an interrupt ends it.
const host = `
const { dynamicAdapter } = require(${JSON.stringify(path.join(root, "dist", "provider", "adapters", "dynamic", "dynamicAdapter.js"))});
const { config, method, args } = JSON.parse(process.env.ASKED);
const adapter = dynamicAdapter("SpaceTemplate", { get: (key) => config[key] });
adapter[method](...args).then(() => process.exit(0), () => process.exit(1));
`;

let platform: RecordedPlatform;
let relay: FaultyRelay;
let adapter: Adapter;

beforeAll(async () => {
  platform = await startRecorded({ projects: ["default", "web"] });
  relay = await startFaultyRelay(platform.baseUrl);
  const driver = await startDynamicDriver({ baseUrl: relay.baseUrl, accessKey: platform.accessKey });
  adapter = { driver } as unknown as Adapter;
});
afterAll(async () => {
  await relay?.close();
  await platform?.close();
});

async function asked(
  { does }: WaitingState,
  name: string,
  kept: Kept | undefined,
): Promise<{ method: string; args: unknown[] }> {
  const inputs = async (displayName: string): Promise<Wire> =>
    (await adapter.driver.check("SpaceTemplate", { name, displayName })).inputs;
  if (kept === undefined) return { method: "create", args: [await inputs("one")] };
  if (does === "delete") return { method: "delete", args: [kept.id, kept.state] };
  return { method: "update", args: [kept.id, kept.state, await inputs("two")] };
}

function startHost(question: { method: string; args: unknown[] }): ChildProcess {
  const config = { "vcluster-platform:baseUrl": relay.baseUrl, "vcluster-platform:accessKey": platform.accessKey };
  const env = { ...process.env, ASKED: JSON.stringify({ config, ...question }) };
  return spawn(process.execPath, ["-e", host], { env, stdio: "ignore" });
}

test.each(waitingStates.map((state, index) => [state.name, state, `cell-${index}-death`] as const))(
  "the host of dynamic resources ends within 2 s of an interrupt, and the next operation continues: %s",
  async (_title, state, name) => {
    const { does, fault, requests, release } = state;
    const world = { platform, relay } as World;
    const before = await arm(adapter, world, state, name);
    const child = startHost(await asked(state, name, before));
    const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on("exit", (_code, signal) => resolve(signal)));
    await relay.arrived(name, requests);
    const started = Date.now();
    child.kill("SIGINT");
    expect(await ended).toBe("SIGINT");
    expect(Date.now() - started).toBeLessThan(limitMs);
    relay.traps.delete(name);
    await release?.(world, name);
    const next = operate(adapter, does, name, before);
    const isLeftBehind = does === "create" && fault?.fault.isDone;
    if (isLeftBehind) await expect(next).rejects.toThrow("this stack made an object of this name before");
    else await next;
    expect(Boolean(platform.store.get("spacetemplates", name))).toBe(does !== "delete");
  },
  60_000,
);
