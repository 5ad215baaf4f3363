import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import type { Fault, FaultAction } from "../../../emulator/faults/fault";
import { ApiClient } from "../../../provider/api/client";
import type { Config } from "../../../provider/config/config";
import * as engine from "../../../provider/engine/engine";
import type { Session } from "../../../provider/engine/session";
import { InitFailure } from "../../../provider/objects/lifecycle/initFailure";
import type { MarkedProperties, Properties } from "../../../provider/objects/values";
import { ownedAccessKey as resource } from "../../../provider/resources/ownedAccessKey/ownedAccessKey";
import { contextOf } from "../../provider/objects/contextOf";
import { statusWithKey } from "../../support/http";
import type { Kept, Wire } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const keys = 150;
const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Delays of responses in milliseconds. After the longest one, all requests have been handled. */
const delays = [100, 400, 900];
/** Shorter than most delays, so that a create is retried while the first one is under way. */
const requestTimeoutMs = 150;

const actions: FaultAction[] = [
  ...(["reset-before", "reset-after", "truncate", "html"] as const),
  ...delays.map((delayMs) => ({ delayMs })),
  ...[403, 500, 502, 503, 504].map((status) => ({ status })),
  { status: 429, retryAfter: 0 },
  { status: 503, retryAfter: 1 },
];
const faultsOf = (method: string, minLength: number) =>
  fc.array(
    fc.record({
      method: fc.constant(method),
      times: fc.integer({ min: 1, max: 3 }),
      action: fc.constantFrom(...actions),
    }),
    { minLength, maxLength: 2 },
  );

/** A key and the faulty commands before the last one. */
const anyPlan = fc.record({
  isSupplied: fc.boolean(),
  /** false: a create that left nothing in the state is followed by one under another name. */
  isNameFixed: fc.boolean(),
  commands: fc.array(
    fc.record({
      faults: fc.tuple(faultsOf("POST", 1), faultsOf("GET", 0), faultsOf("DELETE", 0)).map((faults) => faults.flat()),
      /** Seconds, as customTimeouts has them. */
      timeout: fc.constantFrom(0.3, 0.6, 1.2),
      isRefreshedFirst: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** The engine in this process, with a request timeout that no setting of the provider allows. */
function operations({ baseUrl, accessKey }: RecordedPlatform) {
  const settings = { baseUrl, accessKey, vendor: "loft.sh", cliScopeField: "allowLoftCli", conflictPolicy: "merge" };
  const config = settings as Config;
  const impatient = new ApiClient({ ...config, userAgent: "test", requestTimeoutMs });
  const patient = new ApiClient({ ...config, userAgent: "test" });
  const session = (timeout?: number): Session => {
    const client = timeout === undefined ? patient : impatient;
    const deadline = Date.now() + (timeout ?? 30) * 1000;
    const context = { ...contextOf(client, { deadline }).context, config };
    return { config, context: () => context } as unknown as Session;
  };
  return { session, close: () => Promise.all([impatient.close(), patient.close()]) };
}

const plain = (properties: Properties): MarkedProperties => ({ properties, secrets: [] });
const { owner, ...diagnostics } = contextOf({} as ApiClient).context;

/** Creates a key by retried commands; returns the state. Only those with a timeout meet faults. */
async function createKey(
  plan: ReturnType<typeof planOf>,
  platform: RecordedPlatform,
  session: (timeout?: number) => Session,
): Promise<Kept | undefined> {
  let kept: Kept | undefined;
  let isDone = false;
  const inputsOf = (index: number): Wire => ({
    name: `${plan.prefix}-${plan.isNameFixed ? "fixed" : index}`,
    user: "ci",
    ...(plan.isSupplied && { key: `supplied-key-of-${plan.prefix}` }),
  });
  const run = async (index: number, timeout?: number, isRefreshedFirst = false) => {
    const method = kept ? (isRefreshedFirst ? "read" : "update") : "create";
    const recorded = kept && { inputs: plain(kept.inputs), state: plain(kept.state) };
    const inputs = plain(kept?.inputs ?? inputsOf(index));
    const request = { method, resource, id: kept?.id ?? "", inputs, owner, diagnostics, ...(recorded && { recorded }) };
    kept = await engine.run(session(timeout), request as engine.Request<"read" | "create" | "update">);
    isDone = kept !== undefined;
  };
  for (const [index, { faults, timeout, isRefreshedFirst }] of plan.commands.entries()) {
    const name = String(kept?.inputs.name ?? inputsOf(index).name);
    const added = faults.map((fault) => platform.faults.add({ ...fault, name } as Fault));
    await run(index, timeout, isRefreshedFirst).catch((error) => {
      if (error instanceof InitFailure) kept = error.stored;
    });
    for (const { id } of added) platform.faults.remove(id);
    if (isDone) return kept;
  }
  await run(plan.commands.length);
  return kept;
}

const planOf = (plan: typeof anyPlan extends fc.Arbitrary<infer Plan> ? Plan : never, index: number) => ({
  ...plan,
  prefix: `k${index}`,
});

test.each([false, true])(
  "a client that retries while a create is under way leaves one key, which the state holds, with hideKeys %p",
  async (hideKeys) => {
    const platform = await startRecorded({ hideKeys });
    const { session, close } = operations(platform);
    const plans = fc.sample(anyPlan, { seed, numRuns: keys }).map(planOf);
    const problems: string[] = [];
    const check = async (plan: ReturnType<typeof planOf>) => {
      const kept = await createKey(plan, platform, session).catch((error: Error) => error);
      // Delayed requests may still be handled.
      await sleep(Math.max(...delays));
      const { uid, key } = kept && "state" in kept ? kept.state : {};
      const objects = platform.store.list("ownedaccesskeys").map(({ metadata }) => metadata);
      const uids = objects.filter(({ name }) => name.startsWith(`${plan.prefix}-`)).map((each) => each.uid);
      const status = await statusWithKey(platform, String(key));
      if (uids.join() !== uid || status !== 200) problems.push(`${kept}, ${status}, ${uids}: ${JSON.stringify(plan)}`);
    };
    for (let start = 0; start < plans.length; start += 25) await Promise.all(plans.slice(start, start + 25).map(check));
    await close();
    await platform.close();
    expect({ seed, problems }).toEqual({ seed, problems: [] });
  },
  210_000,
);
