import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { statusWithKey } from "../../../support/http";
import { type Relay, startRelay } from "../../../support/relay";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";
import { type KeyMaker, KeyRun } from "./keyRun";
import { anyPlan, anyRefusals, longestDelayMs, type Plan } from "./plan";

/** What there is to run, and with whom. */
export interface Campaign {
  runs: number;
  seed: number;
  hideKeys: boolean;
  maker(baseUrl: string, accessKey: string): Promise<KeyMaker>;
}

/** How many keys are made at the same time. */
const batchSize = 25;

/** Makes keys on a platform where much goes wrong, and tells of each run that broke the rule what it was. */
export async function runAll({ runs, seed, hideKeys, maker }: Campaign): Promise<string[]> {
  const platform = await startRecorded({ hideKeys });
  const relay = await startRelay(platform.baseUrl);
  const made = await maker(relay.baseUrl, platform.accessKey);
  const plans = fc.sample(anyPlan, { seed, numRuns: runs });
  const problems: string[] = [];
  for (let start = 0; start < runs; start += batchSize) {
    const batch = plans.slice(start, start + batchSize);
    const keyRuns = batch.map((plan, index) => new KeyRun(plan, made, platform, `k${start + index}`));
    const [refusals = []] = fc.sample(anyRefusals, { seed: seed + start, numRuns: 1 });
    await runBatch(keyRuns, relay, refusals);
    problems.push(...(await problemsOf(keyRuns, platform)));
  }
  await made.close?.();
  await relay.refuse();
  await platform.close();
  return problems.map((problem) => `seed ${seed}, hideKeys ${hideKeys}: ${problem}`);
}

/** Turn by turn, so that the refusals hit every key of the batch. */
async function runBatch(keyRuns: KeyRun[], relay: Relay, refusals: (number | undefined)[]): Promise<void> {
  for (const [index, after] of refusals.entries()) {
    if (after === 0) await relay.refuse();
    const later = after ? sleep(after).then(() => relay.refuse()) : undefined;
    const planned = keyRuns.filter(({ plan }) => plan.turns[index]);
    await Promise.all(planned.map((run) => run.command(run.plan.turns[index])));
    await later;
    await relay.accept();
  }
  await Promise.all(keyRuns.map((run) => run.command()));
  // What is late may land yet.
  await sleep(longestDelayMs);
}

async function problemsOf(keyRuns: KeyRun[], platform: RecordedPlatform): Promise<string[]> {
  const works = async (key: string) => (await statusWithKey(platform, key)) === 200;
  const told = keyRuns.map(async (run) => withPlan(run.plan, await run.problem(works)));
  return (await Promise.all(told)).filter((problem) => problem !== undefined);
}

const withPlan = (plan: Plan, problem: string | undefined) =>
  problem === undefined ? undefined : `${problem}, after ${JSON.stringify(plan)}`;
