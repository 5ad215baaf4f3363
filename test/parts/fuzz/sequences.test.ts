import { isOn } from "../../../provider/optimisations";
import { playedSequences } from "../../../scripts/testing/effort.js";
import { patchedPackage, type Replacement } from "../../support/patchedPackage";
import { seedIn } from "./play/batchesOf";
import { type Outcome, runCampaign } from "./play/campaign";

const { sequences, broken: atMost, ...usual } = playedSequences(process.env);
const { seed, only } = seedIn(process.env.TEST_SEED ?? String(usual.seed));
const limitMs = 6 * 60 * 60_000;

const tell =
  (what: string) =>
  ({ counts, problems }: Outcome): void => {
    process.stderr.write(`${what}: seed ${seed}, ${JSON.stringify(counts)}, problems ${problems.length}\n`);
  };

test(
  "after faults, edits by others and kills, nothing is lost or doubled, nobody else's is touched, and one up reaches what is declared",
  async () => {
    const say = tell("Random sequences without the engine");
    let told = 0;
    const onBatch = (outcome: Outcome) => {
      say(outcome);
      // Not at the end only: that may be hours away.
      for (; told < outcome.problems.length; told++) process.stderr.write(`${outcome.problems[told]}\n`);
    };
    const { problems, counts } = await runCampaign({ seed, only, sequences, onBatch });
    expect(problems).toEqual([]);
    // One batch alone may have no crowd, and without bulk reads a crowd is read one by one.
    if (only === undefined && isOn("bulkReads")) expect(counts.bulkReads).toBeGreaterThan(0);
  },
  limitMs,
);

/** What holds the rules up, broken: the sequences have to find it. */
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

test.each(Object.keys(broken))(
  "%s are found by the same sequences",
  async (name) => {
    const { finds, meanwhile, ...replacement } = broken[name] as (typeof broken)[string];
    const { folder, dispose } = patchedPackage(replacement);
    const some = { faults: 0, edits: 0, kills: 0, [meanwhile]: atMost };
    const onBatch = tell(`With ${name}`);
    const { problems } = await runCampaign({ seed, sequences: some, folder, enough: 1, batchSize: 16, onBatch });
    dispose();
    expect(problems.join("\n")).toMatch(finds);
  },
  limitMs,
);
