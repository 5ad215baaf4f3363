import { inspect } from "node:util";
import { engineSequences } from "../../../scripts/testing/effort.js";
import { drawn, playableOn, serverFor } from "./play/drawn";
import { playOnEngine } from "./play/engine/playOnEngine";
import type { Setting } from "./play/engine/scene";
import { emptyTally, type Tally } from "./play/engine/tally";
import type { Sequence } from "./play/sequence";

const { sequences, atOnce, limitMs, ...usual } = engineSequences(process.env);
const firstSeed = Number(process.env.TEST_SEED ?? usual.firstSeed);

/** Everything of a sequence comes from its seed. One in six is a dynamic program, whose commands take three times as long. */
function playFor(seed: number) {
  const setting: Setting = {
    program: seed % 6 === 5 ? "typescript" : "yaml",
    server: serverFor(Math.floor(seed / 6)),
  };
  const [sequence] = drawn(seed, 1, { longest: 4, kills: seed % 5 > 0 });
  return { setting, sequence: playableOn(setting.server, sequence as Sequence) };
}

const print = (tally: Tally) =>
  process.stdout.write(`Sequences on the real engine, TEST_SEED=${firstSeed}: ${JSON.stringify(tally)}\n`);

test(
  `after faults, edits by others and kills, one up reaches what is declared, nothing is lost and nothing doubled (TEST_SEED=${firstSeed})`,
  async () => {
    const tally = emptyTally();
    const seeds = Array.from({ length: sequences }, (_, index) => firstSeed + index);
    const failures: string[] = [];
    const playNext = async (): Promise<void> => {
      const seed = seeds.shift();
      if (seed === undefined) return;
      const { setting, sequence } = playFor(seed);
      const problems = await playOnEngine(sequence, setting, tally).catch((error) => [inspect(error)]);
      if (problems.length > 0)
        failures.push(`TEST_SEED=${seed}\n${problems.join("\n")}\n${JSON.stringify({ setting, sequence })}`);
      if (problems.length > 0) process.stdout.write(`${failures.at(-1)}\n`);
      if (seeds.length % 25 === 24) print(tally);
      return playNext();
    };
    await Promise.all(Array.from({ length: atOnce }, playNext));
    print(tally);
    expect(failures).toEqual([]);
  },
  limitMs,
);
