import type { RequestLogEntry } from "../../../../emulator/http/requestLogEntry";
import { startFakeEngine } from "../../../support/fakeEngine";
import { type Plugin, startPlugin } from "../../../support/plugin";
import { configurePlugin } from "../../../support/pluginDriver";
import { startRecorded } from "../../../support/startRecorded";
import { drawn, playableOn, serverFor } from "./anySequence";
import { prefixInNames, startPassage } from "./passage";
import { Play, type Stage } from "./play";
import { saidIn } from "./problems";
import type { Sequence } from "./sequence";

/** The events during the commands of a batch. */
export const sorts = ["faults", "edits", "kills"] as const;

/** Sequences that are played at the same time on one platform. Seed, sort and size determine all of them. */
export interface Batch {
  seed: number;
  meanwhile: (typeof sorts)[number];
  size: number;
}

/** The result of a batch. */
export interface Outcome {
  /** One text for each sequence that violated a rule. */
  problems: string[];
  counts: Stage["counts"] & { requests: number; bulkReads: number; warnings: number };
}

const longest = 6;
/** One sequence in so many begins with an object that is not the stack's. */
const strangersFirst = 8;

/** Plays a batch on a platform of its own, with the provider of a folder, this package's if absent. */
export async function playBatch(batch: Batch, folder?: string): Promise<Outcome> {
  const sequences = sequencesOf(batch);
  const places = sequences.map((_, index) => ({ prefix: `f${index}`, project: `f${index}-project` }));
  const projects = places.map(({ project }) => project);
  const platform = await startRecorded({ ...serverFor(batch.seed), projects });
  const passage = batch.meanwhile === "faults" ? undefined : await startPassage(platform.baseUrl, prefixInNames);
  const provider = await startProvider(folder);
  const counts = { steps: 0, faults: 0, edits: 0, kills: 0, advised: 0 };
  const stage: Stage = { platform, passage, plugin: provider.plugin, counts };
  const plays = sequences.map((each, index) => new Play(each, places[index] as Play["place"], stage));
  try {
    for (let round = 0; round <= longest; round++) await playRound(plays, round, stage, provider);
    await configured(provider.plugin(), stage, undefined);
    // Without concurrent writes, many reads come from lists.
    await Promise.all(unharmed(plays).map((play) => guarded(play, () => play.refreshInTheEnd())));
    await Promise.all(unharmed(plays).map((play) => guarded(play, () => play.end())));
  } finally {
    await provider.end();
    await passage?.close();
    await platform.close();
  }
  for (const { secrets, problems } of plays)
    for (const each of secrets) problems.push(...saidIn(each, [...provider.warnings, ...provider.printed]));
  return {
    problems: plays.filter(({ problems }) => problems.length > 0).map((play) => report(batch, play)),
    counts: {
      ...counts,
      requests: platform.requests.length,
      bulkReads: platform.requests.filter(isBulkRead).length,
      warnings: provider.warnings.length,
    },
  };
}

/** Whether templates are read from a list. Lists of keys do not count: the search for orphans reads them too. */
const isBulkRead = ({ path, headers }: RequestLogEntry) =>
  path.includes("/spacetemplates?") && path.includes("labelSelector=") && headers.accept === "application/json";

function sequencesOf({ seed, meanwhile, size }: Batch): Sequence[] {
  const all = drawn(seed, size, { longest, kills: meanwhile === "kills" });
  return all.map((each, index) =>
    playableOn(serverFor(seed), index % strangersFirst === 0 ? amongStrangers(each) : each),
  );
}

/** The name that the program declares belongs to another client's object, which must not be adopted. */
function amongStrangers({ steps, last }: Sequence): Sequence {
  const named = steps.flatMap((step) => (step.do === "up" ? step.program : [])).filter(({ isNamed }) => isNamed);
  const letter = named[0]?.letter;
  if (letter === undefined) return { steps, last };
  return { steps: [{ do: "edit", edit: { letter, what: "create under its name" } }, ...steps], last };
}

/** Plays one step of every sequence. The provider is killed when all other sequences have finished the step. */
async function playRound(plays: readonly Play[], round: number, stage: Stage, provider: Provider): Promise<void> {
  await configured(stage.plugin(), stage, stage.passage?.baseUrl);
  let isAnyStanding = false;
  const begun = unharmed(plays).map((play) => {
    const step = play.sequence.steps[round];
    let stands = () => {};
    const standing = new Promise<void>((resolve) => {
      stands = resolve;
    });
    const ended = step ? guarded(play, () => play.step(step, stands)) : Promise.resolve();
    standing.then(() => (isAnyStanding = true));
    return { ended, settled: Promise.race([ended, standing]) };
  });
  await Promise.all(begun.map(({ settled }) => settled));
  if (isAnyStanding) await provider.kill();
  await Promise.all(begun.map(({ ended }) => ended));
  if (!isAnyStanding) return;
  stage.passage?.cut();
  await provider.restart();
}

const unharmed = (plays: readonly Play[]) => plays.filter(({ problems }) => problems.length === 0);

/** Configures the provider as the engine does for every command, which clears its caches. */
const configured = (plugin: Plugin, { platform }: Stage, baseUrl = platform.baseUrl) =>
  configurePlugin(plugin, { baseUrl, accessKey: platform.accessKey });

async function guarded(play: Play, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    play.problems.push(`the test itself failed: ${(error as Error).stack}`);
  }
}

function report({ seed, meanwhile }: Batch, { problems, place, sequence, engine }: Play): string {
  const command = "npm run test:full -- --part fuzz test/parts/fuzz/sequences.test.ts";
  const where = `${place.prefix} on ${JSON.stringify(serverFor(seed))}, repeated by: TEST_SEED=${meanwhile}:${seed} ${command}`;
  return [where, ...problems, `said: ${engine.said.join("\n  ")}`, JSON.stringify(sequence)].join("\n  ");
}

type Provider = Awaited<ReturnType<typeof startProvider>>;

/** Starts a provider that can be killed and restarted, and collects its log and its output. */
async function startProvider(folder: string | undefined) {
  const engine = await startFakeEngine();
  const options = { process: true, engineAddress: engine.address, ...(folder !== undefined && { folder }) };
  const printed: string[] = [];
  let plugin = await startPlugin(options);
  const kill = async () => {
    await plugin.close();
    printed.push(plugin.stdout(), plugin.stderr());
  };
  return {
    plugin: () => plugin,
    kill,
    restart: async () => {
      plugin = await startPlugin(options);
    },
    warnings: engine.messages,
    printed,
    async end() {
      await kill();
      engine.close();
    },
  };
}
