import { sequenceOf } from "./anySequence";
import { playAll, seedsOf } from "./player";
import { startPulumiEngine } from "./pulumiEngine";

test(
  "on the real engine, one up after faults, edits by others and kills reaches the program, with nothing lost or doubled",
  async () => {
    // One in six is dynamic and takes three times as long. One in five has edits instead of kills.
    const plays = seedsOf(60).map((seed) => ({
      seed,
      sequence: sequenceOf(seed, 4, seed % 5 > 0),
      start: startPulumiEngine(seed % 6 === 5 ? "typescript" : "yaml"),
    }));
    const { failures } = await playAll(plays, 2);
    expect(failures).toEqual([]);
  },
  30 * 60_000,
);
