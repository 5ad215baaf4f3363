import { patchedPackage, type Replacement } from "../../support/patchedPackage";
import { sequenceOf } from "./anySequence";
import { startModelEngine } from "./modelEngine";
import { type Play, playAll, seedsOf } from "./player";

const limitMs = 30 * 60_000;
const longest = 6;
const atOnce = 60;
const playOf = (seed: number, hasKills: boolean, folder?: string): Play => ({
  seed,
  sequence: sequenceOf(seed, longest, hasKills),
  start: startModelEngine(folder),
});

test.each([
  ["faults and edits", 1200, false],
  ["faults and kills", 300, true],
])(
  "after %s, nothing is lost or doubled, no other object is changed, and one up reaches the program",
  async (_events, count, hasKills) => {
    const plays = seedsOf(count).map((seed) => playOf(seed, hasKills));
    const { failures, counts } = await playAll(plays, atOnce);
    expect(failures).toEqual([]);
    // Large stacks are read from lists. A single sequence may have no such stack.
    if (plays.length > 1) expect(counts.bulkReads).toBeGreaterThan(0);
  },
  limitMs,
);

const ownNonce = "return nonce !== undefined && object.metadata.annotations?.[nonceAnnotation] === nonce;";

/** Faults in the provider that the sequences have to find. */
const broken: [name: string, Replacement, finds: RegExp][] = [
  [
    "updates without a guard",
    {
      file: "dist/provider/objects/wire/jsonPatch.js",
      text: '{ op: "replace", path: "/metadata/resourceVersion", value: resourceVersion }, ',
      by: "",
    },
    /another client set|a foreign \w+ "[^"]+" was changed/,
  ],
  [
    "creates that adopt every object",
    { file: "dist/provider/objects/ownership.js", text: ownNonce, by: "return true;" },
    /a foreign \w+ "[^"]+" was (adopted|changed)/,
  ],
  [
    "creates that do not recognize their own object",
    { file: "dist/provider/objects/ownership.js", text: ownNonce, by: "return false;" },
    /is an orphan without a kill/,
  ],
  [
    "updates that keep removed fields",
    { file: "dist/provider/objects/wire/merge.js", text: "target.delete(key);", by: ";" },
    /was removed from the program, and is "/,
  ],
];

test.each(broken)(
  "%s are found by the same sequences",
  async (_name, replacement, finds) => {
    const { folder, dispose } = patchedPackage(replacement);
    const failures: string[] = [];
    for (let first = 100; first < 260 && !finds.test(failures.join("\n")); first += 16) {
      const plays = Array.from({ length: 16 }, (_, index) => playOf(first + index, false, folder));
      failures.push(...(await playAll(plays, 16)).failures);
    }
    dispose();
    expect(failures.join("\n")).toMatch(finds);
  },
  limitMs,
);
