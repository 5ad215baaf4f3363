import type { PlatformOptions } from "../../../../emulator/platformOptions";
import { serverFor } from "./drawn";

/** What happens during commands: nothing but faults, edits of a colleague, or kills. */
export type Meanwhile = (typeof sorts)[number];

/** How many sequences there are to play, in what batches. */
export interface Asked {
  /** The first batch's; with `only`, this batch alone is played. */
  seed: number;
  only?: Meanwhile | undefined;
  /** How many sequences of each sort. */
  sequences: Readonly<Record<Meanwhile, number>>;
  /** How many sequences are played at the same time; 100 if absent. */
  batchSize?: number;
}

/** Sequences that are played at the same time, on one platform. Everything of them comes from the seed, the sort and the size. */
export interface Batch {
  seed: number;
  meanwhile: Meanwhile;
  size: number;
  server: PlatformOptions;
}

const sorts = ["faults", "edits", "kills"] as const;

/** The batches to play, each with a seed of its own. */
export function batchesOf({ seed, only, sequences, batchSize = 100 }: Asked): Batch[] {
  const batch = (meanwhile: Meanwhile, own: number, left: number): Batch => ({
    seed: own,
    meanwhile,
    size: Math.min(batchSize, left),
    server: serverFor(own),
  });
  if (only) return [batch(only, seed, sequences[only])];
  let count = 0;
  return sorts.flatMap((meanwhile) =>
    Array.from({ length: Math.ceil(sequences[meanwhile] / batchSize) }, (_, index) =>
      batch(meanwhile, seed + count++, sequences[meanwhile] - index * batchSize),
    ),
  );
}

const test = '-t "nothing is lost or doubled"';

/** The command that plays a batch again. */
export const commandFor = ({ seed, meanwhile }: Batch, { TEST_FULL }: NodeJS.ProcessEnv): string =>
  `${TEST_FULL ? "TEST_FULL=1 " : ""}TEST_SEED=${meanwhile}:${seed} npx jest --selectProjects unit --testPathPatterns test/fuzz/sequences ${test}`;

/** What TEST_SEED asks for: `edits:101`, one batch; or `101`, a whole run from there on. */
export function seedIn(text: string): Pick<Asked, "seed" | "only"> {
  const [, sort, digits] = /^(?:([a-z]+):)?(\d+)$/.exec(text) ?? [];
  const only = sorts.find((each) => each === sort);
  if (digits === undefined || only !== sort) throw new Error(`TEST_SEED is no number, and no edits:101: ${text}`);
  return { seed: Number(digits), only };
}
