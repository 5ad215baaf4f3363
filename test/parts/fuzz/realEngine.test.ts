import { inspect } from "node:util";
import { drawn, playableOn, serverFor } from "./play/anySequence";
import { playOnEngine } from "./play/engine/playOnEngine";
import { emptyTally, type Setting } from "./play/engine/scene";
import type { Sequence } from "./play/sequence";

const atOnce = 2;
const limitMs = 30 * 60_000;
const { TEST_SEED } = process.env;
const first = Math.floor(Math.random() * 2 ** 30);
/** `TEST_SEED=212` repeats one sequence; without it, every run plays other ones. */
const seeds = TEST_SEED ? [Number(TEST_SEED)] : Array.from({ length: 60 }, (_, index) => first + index);
const command = "npm run test:full -- --part fuzz test/parts/fuzz/realEngine.test.ts";

/** A seed determines all of a sequence. One in six is a dynamic program, whose commands take three times as long. */
function playFor(seed: number) {
  const setting: Setting = {
    program: seed % 6 === 5 ? "typescript" : "yaml",
    server: serverFor(Math.floor(seed / 6)),
  };
  const [sequence] = drawn(seed, 1, { longest: 4, kills: seed % 5 > 0 });
  return { setting, sequence: playableOn(setting.server, sequence as Sequence) };
}

test(
  "on the real engine, one up after faults, edits by others and kills reaches the program, with nothing lost or doubled",
  async () => {
    const tally = emptyTally();
    const failures: string[] = [];
    const waiting = [...seeds];
    const playNext = async (): Promise<void> => {
      const seed = waiting.shift();
      if (seed === undefined) return;
      const { setting, sequence } = playFor(seed);
      const problems = await playOnEngine(sequence, setting, tally).catch((error) => [inspect(error)]);
      const text = [`TEST_SEED=${seed} ${command}`, ...problems, JSON.stringify({ setting, sequence })].join("\n");
      if (problems.length > 0) failures.push(text);
      return playNext();
    };
    await Promise.all(Array.from({ length: atOnce }, playNext));
    process.stdout.write(`Sequences on the real engine: ${JSON.stringify(tally)}\n`);
    expect(failures).toEqual([]);
  },
  limitMs,
);
