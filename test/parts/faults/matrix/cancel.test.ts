import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type FakeEngine, startFakeEngine } from "../../../support/fakeEngine";
import {
  configurePlugin,
  initializationOf,
  type Kept,
  type PluginDriver,
  startDriver,
} from "../../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";
import { type FaultyRelay, startFaultyRelay } from "../network/relay";
import type { Adapter } from "./startAdapter";
import { arm, operate, type WaitingState, waitingStates } from "./waitingStates";
import type { World } from "./world";

/** Time limit of an operation after a cancel. */
const limitMs = 2000;

let platform: RecordedPlatform;
let relay: FaultyRelay;
let engine: FakeEngine;
let driver: PluginDriver;

beforeAll(async () => {
  platform = await startRecorded({ projects: ["default", "web"] });
  relay = await startFaultyRelay(platform.baseUrl);
  engine = await startFakeEngine();
  const config = { baseUrl: relay.baseUrl, accessKey: platform.accessKey };
  driver = await startDriver(config, { engineAddress: engine.address });
}, 60_000);
afterAll(async () => {
  await driver?.close();
  engine?.close();
  await relay?.close();
  await platform?.close();
});

/** The state after a failure: from the error, or as before. */
function keptAfter(error: unknown, before: Kept | undefined): Kept | undefined {
  try {
    return initializationOf(error as Parameters<typeof initializationOf>[0]);
  } catch {
    return before;
  }
}

/** Resolves when the operation waits: after its message, or after the response to a later read. */
async function untilWaiting({ requests, tells }: WaitingState, name: string): Promise<void> {
  await relay.arrived(name, requests);
  if (tells) await engine.received(tells);
  else {
    const project = platform.store.get("projects", "default")?.metadata.uid;
    await driver.read("SpaceTemplate", {
      id: "other",
      inputs: { name: "other" },
      state: { uid: "u", __platform: project },
    });
  }
}

async function cancelled(state: WaitingState, name: string) {
  const [adapter, world] = [{ driver } as unknown as Adapter, { platform, relay } as World];
  const before = await arm(adapter, world, state, name);
  engine.messages.length = 0;
  const failed = operate(adapter, state.does, name, before).then(
    () => undefined,
    (error: unknown) => error,
  );
  await untilWaiting(state, name);
  const asked = Date.now();
  await driver.plugin.client.cancel(new Empty());
  const error = await failed;
  const took = Date.now() - asked;
  relay.traps.delete(name);
  return { error: error as Error | undefined, took, before, world, adapter };
}

test.each(waitingStates.map((state, index) => [state.name, state, `cell-${index}-cancel`] as const))(
  "a cancel ends within 2 s, and the state goes on from there: %s",
  async (_title, state, name) => {
    const { error, took, before, world, adapter } = await cancelled(state, name);
    expect(error?.message).toMatch(state.says);
    expect(took).toBeLessThan(limitMs);
    await configurePlugin(driver.plugin, { baseUrl: relay.baseUrl, accessKey: platform.accessKey });
    await state.release?.(world, name);
    const kept = keptAfter(error, before);
    await operate(adapter, kept && state.does === "create" ? "update" : state.does, name, kept);
    const live = platform.store.get("spacetemplates", name);
    expect(Boolean(live)).toBe(state.does !== "delete");
  },
  60_000,
);
