import { batchesOf, commandFor, seedIn } from "./play/batchesOf";
import { drawn } from "./play/drawn";

const asked = { seed: 100, sequences: { faults: 250, edits: 24, kills: 116 }, batchSize: 100 };

test("the command that is printed for a batch plays this batch, of this sort on this server, and no other", () => {
  const batches = batchesOf(asked);
  expect(batches.map(({ meanwhile, seed }) => `${meanwhile}:${seed}`)).toEqual([
    "faults:100",
    "faults:101",
    "faults:102",
    "edits:103",
    "kills:104",
    "kills:105",
  ]);
  for (const batch of batches) {
    const [, seed = ""] = /^TEST_SEED=(\S+) npx jest /.exec(commandFor(batch, {})) ?? [];
    const [again, ...others] = batchesOf({ ...asked, ...seedIn(seed) });
    // The last batch of a sort may be smaller: played again, others follow.
    expect(again).toEqual({ ...batch, size: expect.any(Number) });
    expect(again?.size).toBeGreaterThanOrEqual(batch.size);
    expect(others).toEqual([]);
  }
});

test("the sequences of a seed are the same in a smaller batch and in a larger one", () => {
  const wishes = { longest: 6, kills: false };
  expect(drawn(101, 8, wishes)).toEqual(drawn(101, 24, wishes).slice(0, 8));
});

test("much is played again as much", () => {
  const batch = { seed: 7, meanwhile: "kills", size: 100, server: {} } as const;
  expect(commandFor(batch, { TEST_FULL: "1" })).toMatch(/^TEST_FULL=1 TEST_SEED=kills:7 npx jest /);
});

test("a seed alone begins a whole run there", () => {
  expect(seedIn("7")).toEqual({ seed: 7, only: undefined });
});

test.each(["", "edits", "edits:", "faults:x", "creates:7", "7:edits"])("TEST_SEED=%s is refused", (text) => {
  expect(() => seedIn(text)).toThrow("TEST_SEED is no number");
});
