import { patchedPackage, type Replacement } from "../../support/patchedPackage";
import { drawn } from "./play/anySequence";
import { type Batch, type Outcome, playBatch, sorts } from "./play/campaign";

const size = 100;
const sequences = { faults: 600, edits: 600, kills: 300 };
const limitMs = 30 * 60_000;

/** `TEST_SEED=edits:101` repeats one batch; without it, every run plays other sequences. */
function batchesOf(asked: string | undefined): Batch[] {
  const first = Math.floor(Math.random() * 2 ** 30);
  const all = sorts.flatMap((meanwhile) => Array<Batch["meanwhile"]>(sequences[meanwhile] / size).fill(meanwhile));
  if (asked === undefined) return all.map((meanwhile, index) => ({ meanwhile, seed: first + index, size }));
  const [, sort, seed] = /^([a-z]+):(\d+)$/.exec(asked) ?? [];
  const meanwhile = sorts.find((each) => each === sort);
  if (!meanwhile) throw new Error(`TEST_SEED should look like edits:101: ${asked}`);
  return [{ meanwhile, seed: Number(seed), size }];
}

const print = ({ meanwhile, seed }: Batch, { counts, problems }: Outcome) =>
  process.stderr.write(`${[`${meanwhile}:${seed} ${JSON.stringify(counts)}`, ...problems].join("\n")}\n`);

const batches = batchesOf(process.env.TEST_SEED);
let bulkReads = 0;

test.each(batches)(
  "after $meanwhile, nothing is lost or doubled, no other object is changed, and one up reaches the program: seed $seed",
  async (batch) => {
    const outcome = await playBatch(batch);
    bulkReads += outcome.counts.bulkReads;
    print(batch, outcome);
    expect(outcome.problems).toEqual([]);
  },
  limitMs,
);

// A single batch may have no stack that is large enough.
if (batches.length > 1) test("large stacks were read from lists", () => expect(bulkReads).toBeGreaterThan(0));

test("the sequences of a seed are the same in a smaller batch and in a larger one", () => {
  const wishes = { longest: 6, kills: false };
  expect(drawn(101, 8, wishes)).toEqual(drawn(101, 24, wishes).slice(0, 8));
});

/** Faults in the provider that the sequences have to find. */
const broken: Record<string, Replacement & { finds: RegExp; meanwhile: "faults" | "edits" }> = {
  "updates that are not guarded": {
    file: "dist/provider/objects/merge.js",
    text: '{ op: "replace", path: "/metadata/resourceVersion", value: resourceVersion }, ',
    by: "",
    meanwhile: "edits",
    finds: /a colleague set|a stranger's \w+ "[^"]+" was changed/,
  },
  "creates that take every object for their own": {
    file: "dist/provider/objects/ownership.js",
    text: "return nonce !== undefined && object.metadata.annotations?.[exports.nonceAnnotation] === nonce;",
    by: "return true;",
    meanwhile: "faults",
    finds: /a stranger's \w+ "[^"]+" was (adopted|changed)/,
  },
  "creates that do not know their own object": {
    file: "dist/provider/objects/ownership.js",
    text: "return nonce !== undefined && object.metadata.annotations?.[exports.nonceAnnotation] === nonce;",
    by: "return false;",
    meanwhile: "faults",
    finds: /is an orphan, and nobody was killed/,
  },
  "updates that leave what the program took out": {
    file: "dist/provider/objects/merge.js",
    text: "target.delete(key);",
    by: ";",
    meanwhile: "faults",
    finds: /was taken out of the program, and is "/,
  },
};

const fewer = { first: 100, size: 16, batches: 10 };

test.each(Object.entries(broken))(
  "%s are found by the same sequences",
  async (_name, { finds, meanwhile, ...replacement }) => {
    const { folder, dispose } = patchedPackage(replacement);
    const problems: string[] = [];
    for (let index = 0; index < fewer.batches && problems.length === 0; index++) {
      const batch = { meanwhile, seed: fewer.first + index, size: fewer.size };
      problems.push(...(await playBatch(batch, folder)).problems);
    }
    dispose();
    expect(problems.join("\n")).toMatch(finds);
  },
  limitMs,
);
