import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { statusWithKey } from "../../../support/http";
import type { Kept, Wire } from "../../../support/pluginDriver";
import { type Relay, startRelay } from "../../../support/relay";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";
import { anyPlan, anyRefusals, longestDelayMs, type Plan, type Turn } from "./plan";

/** The operations of a provider that a run uses. */
export interface KeyMaker {
  create(type: string, inputs: Wire, options: { timeout: number }): Promise<Kept>;
  update(type: string, kept: Kept, inputs: Wire, options: { timeout: number }): Promise<Kept>;
  read(type: string, kept: Kept, timeout: number): Promise<Kept | undefined>;
  /** The state in an error; rethrows an error without one. */
  keptOf(error: unknown): Kept;
  close?(): Promise<void>;
}

const type = "OwnedAccessKey";
/** Timeout in seconds of the last command, which meets no fault. */
export const patience = 30;

/** One key that is created by successive commands, with the state between them. */
export class KeyRun {
  #kept: Kept | undefined;
  #isDone = false;
  #creates = 0;
  #lastError: unknown;

  constructor(
    readonly plan: Plan,
    readonly maker: KeyMaker,
    readonly platform: RecordedPlatform,
    /** Prefix of all names of this run. */
    readonly prefix: string,
  ) {}

  /** A command; without a turn it meets no fault. */
  async command(turn?: Turn): Promise<void> {
    if (this.#isDone) return;
    const { faults } = this.platform;
    const inputs = this.#inputs();
    const added = (turn?.faults ?? []).map((fault) => faults.add({ ...fault, name: String(inputs.name) }));
    try {
      if (turn?.isRefreshedFirst) await this.#refresh(turn.timeout);
      if (!this.#isDone) await this.#up(inputs, turn?.timeout ?? patience);
    } catch (error) {
      this.#lastError = error;
    }
    for (const { id } of added) faults.remove(id);
  }

  /** The problem in the end, if any: there must be one object, which the state holds, with a valid key. */
  async problem(works: (key: string) => Promise<boolean>): Promise<string | undefined> {
    const objects = this.platform.store.list("ownedaccesskeys").filter(({ metadata }) => this.#isOurs(metadata.name));
    if (!this.#isDone) return `not done: ${this.#lastError}`;
    if (objects.length !== 1) return `${objects.length} objects`;
    const { uid, key } = this.#kept?.state ?? {};
    if (objects[0]?.metadata.uid !== uid) return "the state knows another object";
    if (!key) return "the state holds no key";
    return (await works(textOf(key))) ? undefined : "the key of the state does not work";
  }

  #isOurs = (name: string) => name.startsWith(`${this.prefix}-`);

  #inputs(): Wire {
    if (this.#kept) return this.#kept.inputs;
    const name = `${this.prefix}-${this.plan.isNameFixed ? "fixed" : ++this.#creates}`;
    return { name, user: "ci", ...(this.plan.isSupplied && { key: `supplied-key-of-${this.prefix}` }) };
  }

  async #up(inputs: Wire, timeout: number): Promise<void> {
    this.#kept = await (this.#kept
      ? this.maker.update(type, this.#kept, inputs, { timeout })
      : this.maker.create(type, inputs, { timeout })
    ).catch(this.#keep);
    this.#isDone = true;
  }

  async #refresh(timeout: number): Promise<void> {
    if (!this.#kept) return;
    this.#kept = await this.maker.read(type, this.#kept, timeout).catch(this.#keep);
    this.#isDone = this.#kept !== undefined;
  }

  /** The state in an error replaces the state. */
  #keep = (error: unknown): never => {
    this.#kept = this.maker.keptOf(error);
    throw error;
  };
}

/** On the wire, a secret is wrapped. */
const textOf = (key: unknown) => (typeof key === "string" ? key : (key as { value: string }).value);

/** A number of runs with one provider. */
export interface Campaign {
  runs: number;
  seed: number;
  hideKeys: boolean;
  maker(baseUrl: string, accessKey: string): Promise<KeyMaker>;
}

/** Concurrent keys. */
const batchSize = 25;

/** Creates keys on a platform with faults; returns the violations. */
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

/** In turns, so that refused connections hit every key of the batch. */
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
  // Delayed requests may still be handled.
  await sleep(longestDelayMs);
}

async function problemsOf(keyRuns: KeyRun[], platform: RecordedPlatform): Promise<string[]> {
  const works = async (key: string) => (await statusWithKey(platform, key)) === 200;
  const told = keyRuns.map(async (run) => withPlan(run.plan, await run.problem(works)));
  return (await Promise.all(told)).filter((problem) => problem !== undefined);
}

const withPlan = (plan: Plan, problem: string | undefined) =>
  problem === undefined ? undefined : `${problem}, after ${JSON.stringify(plan)}`;
