import type { RequestLogEntry } from "../../../../emulator/http/requestLogEntry";
import type { Plugin } from "../../../support/plugin";
import { configurePlugin } from "../../../support/pluginDriver";
import { startRecorded } from "../../../support/startRecorded";
import { type Asked, type Batch, batchesOf, commandFor } from "./batchesOf";
import { drawn, playableOn } from "./drawn";
import { type HeardPlugin, startHeard } from "./heardPlugin";
import { prefixInNames, startPassage } from "./passage";
import { type Counts, Play, type Stage } from "./play";
import { saidIn } from "./problems";
import type { Sequence } from "./sequence";

/** What there is to play. */
export interface Campaign extends Asked {
  /** Folder of a package in place of this one. */
  folder?: string;
  /** Ends when so many sequences went against a rule; Infinity if absent. */
  enough?: number;
  /** Is told after each batch how far it has come. */
  onBatch?: (outcome: Outcome) => void;
}

/** What came of it. */
export interface Outcome {
  /** One text for each sequence that went against a rule. */
  problems: string[];
  counts: Counts & { sequences: number; requests: number; bulkReads: number; warnings: number };
}

const longest = 6;
/** One sequence in so many begins with an object that is not the stack's. */
const strangersFirst = 8;

/** Plays sequences, batch by batch, each batch on a platform of its own. */
export async function runCampaign(campaign: Campaign): Promise<Outcome> {
  const counts = {
    sequences: 0,
    requests: 0,
    bulkReads: 0,
    warnings: 0,
    steps: 0,
    faults: 0,
    edits: 0,
    kills: 0,
    advised: 0,
  };
  const outcome: Outcome = { problems: [], counts };
  for (const batch of batchesOf(campaign)) {
    await runBatch(batch, campaign.folder, outcome);
    campaign.onBatch?.(outcome);
    if (outcome.problems.length >= (campaign.enough ?? Number.POSITIVE_INFINITY)) break;
  }
  return outcome;
}

async function runBatch(batch: Batch, folder: string | undefined, outcome: Outcome): Promise<void> {
  const { server } = batch;
  const sequences = sequencesOf(batch);
  const places = sequences.map((_, index) => ({ prefix: `f${index}`, project: `f${index}-project` }));
  const platform = await startRecorded({ ...server, projects: places.map(({ project }) => project) });
  const passage = batch.meanwhile === "faults" ? undefined : await startPassage(platform.baseUrl, prefixInNames);
  const provider = await startHeard(folder);
  const stage: Stage = { platform, passage, plugin: provider.plugin, counts: outcome.counts };
  const plays = sequences.map((each, index) => new Play(each, places[index] as Play["place"], stage));
  try {
    for (let round = 0; round <= longest; round++) await playRound(plays, round, stage, provider);
    await configured(provider.plugin(), stage, undefined);
    // Nobody writes while all of them read, so that what many read comes from lists.
    await Promise.all(unharmed(plays).map((play) => guarded(play, () => play.refreshInTheEnd())));
    await Promise.all(unharmed(plays).map((play) => guarded(play, () => play.end())));
  } finally {
    await provider.end();
    await passage?.close();
    await platform.close();
  }
  const heard = [...provider.warnings(), ...provider.printed()];
  for (const { secrets, problems } of plays) for (const each of secrets) problems.push(...saidIn(each, heard));
  outcome.counts.sequences += plays.length;
  outcome.counts.warnings += provider.warnings().length;
  outcome.counts.requests += platform.requests.length;
  outcome.counts.bulkReads += platform.requests.filter(isBulkRead).length;
  outcome.problems.push(...plays.filter(({ problems }) => problems.length > 0).map((play) => report(batch, play)));
}

/** Whether templates are read from a list; of keys, what looks for orphans reads such lists too. */
const isBulkRead = ({ path, headers }: RequestLogEntry) =>
  path.includes("/spacetemplates?") && path.includes("labelSelector=") && headers.accept === "application/json";

function sequencesOf({ seed, meanwhile, size, server }: Batch): Sequence[] {
  const all = drawn(seed, size, { longest, kills: meanwhile === "kills" });
  return all.map((each, index) => playableOn(server, index % strangersFirst === 0 ? amongStrangers(each) : each));
}

/** Somebody else was there first, under the name that the program gives: what nobody may take for their own. */
function amongStrangers({ steps, last }: Sequence): Sequence {
  const named = steps.flatMap((step) => (step.do === "up" ? step.program : [])).filter(({ isNamed }) => isNamed);
  const letter = named[0]?.letter;
  if (letter === undefined) return { steps, last };
  return { steps: [{ do: "edit", edit: { letter, what: "create under its name" } }, ...steps], last };
}

/** All sequences do a step; whoever has to be killed for it, is killed when all the others are done. */
async function playRound(plays: readonly Play[], round: number, stage: Stage, provider: HeardPlugin): Promise<void> {
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

/** As for every command of the engine, what the provider knows of earlier ones is forgotten. */
const configured = (plugin: Plugin, { platform }: Stage, baseUrl = platform.baseUrl) =>
  configurePlugin(plugin, { baseUrl, accessKey: platform.accessKey });

async function guarded(play: Play, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    play.problems.push(`the test itself failed: ${(error as Error).stack}`);
  }
}

function report(batch: Batch, { problems, place, sequence, engine }: Play): string {
  const where = `${place.prefix} on ${JSON.stringify(batch.server)}, played again by: ${commandFor(batch, process.env)}`;
  return [where, ...problems, `said: ${engine.said.join("\n  ")}`, JSON.stringify(sequence)].join("\n  ");
}
