import type { ApiObject } from "../../../../provider/api/client";
import { operationSecrets } from "../../../../provider/api/output/redaction";
import { InitFailure } from "../../../../provider/objects/lifecycle/initFailure";
import { readinessOf, untilReady } from "../../../../provider/objects/lifecycle/readiness";
import type { StoredOperation } from "../../../../provider/objects/resource";
import type { Properties } from "../../../../provider/objects/values";
import { virtualClusterInstance } from "../../../../provider/resources/virtualClusterInstance";

/** The seconds from which on the platform shows a status, and its resourceVersion. */
type Step = [seconds: number, status: Properties, resourceVersion?: string];

let now = 0;

beforeEach(() => {
  jest.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** Waits for an instance that takes these steps. Returns the seconds, and the failure if any. */
async function wait(steps: Step[], { isUpdated = false, timeout = 600 } = {}) {
  now = 0;
  const progress: string[] = [];
  const live = (): ApiObject => {
    const [, status, resourceVersion = "1"] = steps.findLast(([seconds]) => now >= seconds * 1000) as Step;
    return { metadata: { name: "dev", uid: "u", resourceVersion }, spec: {}, status };
  };
  const client = {
    get: async () => live(),
    pause: async (ms: number) => {
      now += ms;
      return now < timeout * 1000;
    },
  };
  const operation = {
    ...{ client, resource: virtualClusterInstance, id: "web/dev", inputs: {}, recorded: { inputs: {}, state: {} } },
    ...{ config: { accessKey: "k" }, call: { secrets: operationSecrets(["s3cret-parameter"]) } },
    place: { name: "dev", collection: ["namespaces", "p-web", "virtualclusterinstances"], inputs: {}, outputs: {} },
    status: (text: string) => progress.push(text),
  } as unknown as StoredOperation;
  const stored = { id: "web/dev", inputs: {}, state: { uid: "u", resourceVersion: "1" } };
  const outcome = await untilReady(operation, stored, isUpdated).catch((error) => error);
  const failure = outcome instanceof InitFailure ? outcome : undefined;
  return { seconds: now / 1000, failure, state: (failure?.stored ?? outcome).state, progress };
}

const failed = { phase: "Failed", reason: "Broken", message: "it is s3cret-parameter." };

test("a failure that does not change for a minute ends the wait, with uid and state", async () => {
  const { seconds, failure, state } = await wait([
    [0, {}],
    [20, failed],
  ]);
  expect(seconds).toBeGreaterThanOrEqual(79);
  expect(seconds).toBeLessThan(85);
  const text = "phase Failed, Broken, it is [secret].";
  expect(failure?.reasons).toEqual([
    `VirtualClusterInstance "web/dev" is on the platform, but not ready: ${text} Correct the cause in the program or on the platform, and run pulumi up.`,
  ]);
  const externalChange = `it was not ready in time: ${text}`;
  expect(state).toMatchObject({ uid: "u", phase: "Failed", ready: false, externalChange });
});

test("each change of a failed instance starts the minute again", async () => {
  const steps: Step[] = [0, 50, 100, 150].map((at) => [at, { ...failed, attempt: at }]);
  expect((await wait([...steps, [190, { phase: "Ready" }]])).state).toMatchObject({ ready: true });
});

test("an instance that is in work is awaited until the timeout, with its state as progress", async () => {
  const { seconds, failure, progress } = await wait([[0, { reason: "Scheduled" }]], { timeout: 300 });
  expect(seconds).toBeGreaterThanOrEqual(300);
  expect(failure?.message).toContain(
    "s for it to be ready (phase Pending, Scheduled). Run pulumi up again: it waits again.",
  );
  expect(progress[0]).toBe(
    'VirtualClusterInstance "web/dev": waiting for it to be ready (phase Pending, Scheduled), 0 s',
  );
  expect(failure?.stored.state).toMatchObject({ uid: "u", ready: false });
});

test("the progress is shown when it changes, and else every 15 seconds", async () => {
  const { progress } = await wait([
    [0, { reason: "Scheduled" }],
    [40, { reason: "Started" }],
    [60, { phase: "Ready" }],
  ]);
  const shown = progress.map((text) => /Scheduled|Started/.exec(text)?.[0]);
  expect(shown).toEqual([...Array(3).fill("Scheduled"), ...Array(2).fill("Started")]);
});

test("after an update the version has to move, or five seconds have to pass", async () => {
  const ready = { phase: "Ready" };
  const moved = await wait(
    [
      [0, ready],
      [2, { phase: "Pending" }, "2"],
      [3, ready, "3"],
    ],
    { isUpdated: true },
  );
  expect(moved.seconds).toBeGreaterThanOrEqual(3);
  expect(moved.seconds).toBeLessThan(5);
  const still = await wait([[0, ready]], { isUpdated: true });
  expect(still.seconds).toBeGreaterThanOrEqual(4.5);
  expect(still.seconds).toBeLessThan(7);
  expect((await wait([[0, ready]])).seconds).toBe(0);
});

test.each([{ phase: { toString: 1, valueOf: 1 } }, { phase: ["Ready"] }, { phase: "constructor" }, { phase: 5 }])(
  "%j is no known phase",
  (status) => {
    const object = { metadata: { name: "dev", uid: "u", resourceVersion: "1" }, spec: {}, status };
    expect(readinessOf(virtualClusterInstance, object)).toBe("working");
    const phase = typeof status.phase === "string" ? status.phase : undefined;
    expect(virtualClusterInstance.computed?.(object, {})).toMatchObject({ phase, ready: false });
  },
);
