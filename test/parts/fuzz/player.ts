import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import {
  type Declared,
  type Edit,
  type Interruption,
  longestDelayMs,
  project,
  type Sequence,
  type Step,
} from "./anySequence";
import { type InterruptingProxy, startInterruptingProxy } from "./interruptingProxy";
import { deleteOrphan, type Held, orphansOf } from "./objects";
import { OtherClient, type Running } from "./otherClient";
import { problemsAtEnd, problemsBetween, removedFieldProblems, type Situation, secretsOf } from "./problems";

/** An engine with one stack: Pulumi's own or a model of it. */
export interface Engine {
  /** All output for the user. */
  readonly output: string[];
  /** The secrets of the state are in clear text only if `hasSecrets`. */
  state(hasSecrets?: boolean): Promise<Held[]>;
  /** Returns whether the command succeeded. With `isImpatient`, its operations time out early. */
  up(program: readonly Declared[], isImpatient: boolean): Promise<boolean>;
  refresh(isImpatient: boolean): Promise<boolean>;
  /** Whether an `up` of this program writes nothing. */
  isUpToDate(program: readonly Declared[]): Promise<boolean>;
  /** Kills a process of the command that runs; returns whether there was one. */
  kill(target: "provider" | "engine"): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts an engine whose provider reaches the platform through the proxy. */
export type StartEngine = (platform: RecordedPlatform, proxy: InterruptingProxy) => Promise<Engine>;

/** A sequence with the engine that plays it. */
export interface Play {
  seed: number;
  sequence: Sequence;
  start: StartEngine;
}

/** Plays so many sequences at a time; returns a text for each one that violated a rule. */
export async function playAll(plays: readonly Play[], atOnce: number) {
  const counts = newCounts();
  const waiting = [...plays];
  const failures: string[] = [];
  const playNext = async (): Promise<void> => {
    const next = waiting.shift();
    if (!next) return;
    const problems = await playSequence(next.sequence, next.start, counts).catch((error) => [inspect(error)]);
    const command = `TEST_SEED=${next.seed} npm run test:full -- --part fuzz ${expect.getState().testPath}`;
    const text = [command, ...problems, JSON.stringify(next.sequence)].join("\n  ");
    if (problems.length > 0) failures.push(text);
    return playNext();
  };
  await Promise.all(Array.from({ length: atOnce }, playNext));
  process.stdout.write(`${expect.getState().currentTestName}: ${JSON.stringify(counts)}\n`);
  return { failures, counts };
}

/** Seeds of a run: `TEST_SEED=212` repeats one sequence; without it, every run plays other ones. */
export function seedsOf(count: number): number[] {
  const { TEST_SEED } = process.env;
  const first = Math.floor(Math.random() * 2 ** 30);
  return TEST_SEED ? [Number(TEST_SEED)] : Array.from({ length: count }, (_, index) => first + index);
}

/** Counts over all sequences. */
const newCounts = () => ({
  sequences: 0,
  commands: 0,
  failedCommands: 0,
  requests: 0,
  bulkReads: 0,
  faults: 0,
  edits: 0,
  kills: 0,
  orphans: 0,
});

type Counts = ReturnType<typeof newCounts>;
type Command = Exclude<Step, { do: "edit" }>;

/** Plays a sequence on a platform of its own, and returns the problems. */
async function playSequence(sequence: Sequence, start: StartEngine, counts: Counts) {
  // By the project "default", the provider knows that an absent object was on this platform.
  const platform = await startRecorded({ ...sequence.server, projects: ["default", project] });
  const proxy = await startInterruptingProxy(platform.baseUrl);
  const engine = await start(platform, proxy);
  try {
    return await new Player(platform, proxy, engine, counts).play(sequence);
  } finally {
    counts.sequences++;
    counts.requests += platform.requests.length;
    // Lists of keys do not count: the search for orphans reads them, too.
    const isBulkRead = ({ path }: { path: string }) => /\/spacetemplates\?.*labelSelector=/.test(path);
    counts.bulkReads += platform.requests.filter(
      (each) => isBulkRead(each) && each.headers.accept === "application/json",
    ).length;
    await engine.close();
    await proxy.close();
    await platform.close();
  }
}

class Player {
  readonly #other: OtherClient;
  /** All secrets so far, of deleted objects too. */
  readonly #secrets = new Set<string>();
  /** True after a kill or an injected 404, because the provider believes a 404. */
  #mayLeaveOrphans = false;
  /** Delayed requests may still be handled after a command. */
  #hasDelays = false;

  constructor(
    readonly platform: RecordedPlatform,
    readonly proxy: InterruptingProxy,
    readonly engine: Engine,
    readonly counts: Counts,
  ) {
    this.#other = new OtherClient(platform);
  }

  async play({ steps, last }: Sequence): Promise<string[]> {
    for (const [index, step] of steps.entries()) {
      const problems = await this.#step(step);
      if (problems.length > 0) return problems.map((problem) => `after step ${index}: ${problem}`);
    }
    return this.#finish(last);
  }

  async #step(step: Step): Promise<string[]> {
    const problems: string[] = [];
    if (step.do === "edit") await this.#edit(step.edit);
    else if (step.do === "up") problems.push(...(await this.#up(step.program, step)).problems);
    else await this.#refresh(step);
    return [...problems, ...problemsBetween(await this.#situation())];
  }

  async #edit(edit: Edit, running?: Running): Promise<void> {
    this.counts.edits++;
    await this.#other.edit(edit, running);
  }

  async #up(program: readonly Declared[], trouble?: Command) {
    const before = await this.engine.state();
    const running = { program, state: before };
    this.#other.upBegins(running);
    const isDone = await this.#command(() => this.engine.up(program, trouble !== undefined), trouble, running);
    const state = await this.engine.state();
    if (this.#mayLeaveOrphans) this.#other.upEnded(state);
    const problems = removedFieldProblems(this.platform, this.#other, before, state);
    return { isDone, problems };
  }

  async #refresh(trouble?: Command): Promise<boolean> {
    const before = await this.engine.state();
    const isDone = await this.#command(() => this.engine.refresh(trouble !== undefined), trouble);
    this.#other.refreshed(before, await this.engine.state());
    return isDone;
  }

  async #command(run: () => Promise<boolean>, trouble?: Command, running?: Running) {
    const { platform, proxy, counts } = this;
    const { faults = [], interruption } = trouble ?? {};
    for (const fault of faults) platform.faults.add(fault);
    const isDenial = faults.some(
      ({ action }) => typeof action === "object" && "status" in action && action.status === 404,
    );
    this.#mayLeaveOrphans ||= isDenial;
    this.#hasDelays ||= faults.some(({ action }) => typeof action === "object" && "delayMs" in action);
    const remaining = () => platform.faults.pending.reduce((sum, { left }) => sum + left, 0);
    counts.faults += remaining();
    if (interruption) proxy.arm(interruption, () => this.#interrupt(interruption, running));
    const isDone = await run();
    await proxy.disarm();
    counts.faults -= remaining();
    platform.faults.clear();
    counts.commands++;
    if (!isDone) counts.failedCommands++;
    return isDone;
  }

  async #interrupt({ does }: Interruption, running: Running | undefined): Promise<"continue" | "hold"> {
    if (typeof does === "object") {
      await this.#edit(does, running);
      return "continue";
    }
    const isKilled = await this.engine.kill(does === "kill the provider" ? "provider" : "engine");
    if (!isKilled) return "continue";
    this.counts.kills++;
    this.#mayLeaveOrphans = true;
    return "hold";
  }

  async #situation(hasSecrets = false): Promise<Situation> {
    const { platform } = this;
    const state = await this.engine.state(hasSecrets);
    for (const secret of secretsOf(platform, state)) this.#secrets.add(secret);
    const { output } = this.engine;
    const situation = { platform, other: this.#other, state, orphans: [], output, secrets: [...this.#secrets] };
    if (problemsBetween(situation).length === 0) return situation;
    return { ...situation, orphans: (await orphansOf(platform, state)).map(({ uid }) => uid) };
  }

  /** Without further faults: deletes the orphans as advised; one `up` reaches the program. */
  async #finish(program: readonly Declared[]): Promise<string[]> {
    const { engine } = this;
    if (this.#hasDelays) await sleep(longestDelayMs);
    await this.#other.removeObstacles(program, await engine.state());
    const output = engine.output.length;
    const problems = await this.#deleteOrphans();
    if (!(await this.#refresh())) problems.push("the last refresh failed");
    // An object whose create was still under way before is reported only now.
    problems.push(...(await this.#deleteOrphans()));
    const up = await this.#up(program);
    if (!up.isDone) problems.push("the last up failed");
    problems.push(...up.problems, ...(await problemsAtEnd(await this.#situation(true), program)));
    const orphans = await orphansOf(this.platform, await engine.state());
    problems.push(...orphans.map(({ kind, name }) => `${kind} "${name}" is an orphan in the end`));
    if (!(await engine.isUpToDate(program))) problems.push("an up of the same program changes something");
    return problems.length > 0 ? [...problems, ...engine.output.slice(output)] : [];
  }

  /** Deletes exactly the reported orphans, as docs/orphans.md advises. */
  async #deleteOrphans(): Promise<string[]> {
    const orphans = await orphansOf(this.platform, await this.engine.state());
    this.counts.orphans += orphans.length;
    for (const orphan of orphans) await deleteOrphan(this.platform, orphan);
    return this.#mayLeaveOrphans
      ? []
      : orphans.map(({ kind, name }) => `${kind} "${name}" is an orphan without a kill`);
  }
}
