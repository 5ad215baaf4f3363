import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(__dirname, "..", "..");
const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The first cells of all tables of the page, without marks and targets of links. */
const behaviours = textOf("docs/faces.md")
  .split("\n")
  .filter((line) => /^\| (?!behaviour \|)/.test(line))
  .map((line) => (line.slice(2).split(" | ")[0] ?? "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", ""));

type Claim = readonly [file: string, test: string];

const lifecycle = "test/support/lifecycle.ts";
const canaries = "test/support/describeCanaries.ts";
const waits = "test/provider/faces/dynamicWaits.test.ts";
const previews = "test/e2e/previews.test.ts";
const moved = "test/e2e/dynamicToPlugin.test.ts";
const both = "test/e2e/faces.test.ts";

/** Who would notice that a row is not true (any more): the words of tests, as they stand in their files. */
const claims: Record<string, readonly Claim[]> = {
  "Create, update, refresh, delete": [
    [lifecycle, "up creates the three resources, and the key authenticates"],
    ["test/provider/faces/update.test.ts", "sends a read and a patch, and leaves alone what others wrote"],
  ],
  "Shape of the state": [[moved, "does so by one alias per resource, in place, without a request"]],
  "ignoreChanges, replaceOnChanges": [
    [
      "test/e2e/replaceOnChanges.test.ts",
      "replaces when a property at or below one of its paths changes, and then only",
    ],
    ["test/provider/faces/diff.test.ts", "ignored properties are no change, whatever is inside"],
  ],
  customTimeouts: [
    [
      "test/e2e/deletion.test.ts",
      "destroy waits for finalizers as long as customTimeouts allow, and leaves the objects of others alone",
    ],
  ],
  "retainOnDelete, deletedWith, protect, deleteBeforeReplace, aliases, dependsOn": [
    [
      "test/e2e/deletionOptions.test.ts",
      "what is removed stays with retainOnDelete, goes without a request with deletedWith, and not at all with protect",
    ],
    ["test/e2e/deletionOptions.test.ts", "it works with deleteBeforeReplace"],
    [moved, "does so by one alias per resource, in place, without a request"],
  ],
  Secrets: [
    [canaries, "are encrypted in the state, among inputs and outputs"],
    [canaries, "are not in what an up prints"],
  ],
  Drift: [["test/e2e/driftKinds.test.ts", "of what was just made: nothing"]],
  "A lost answer to a create": [
    ["test/provider/faces/create.test.ts", "takes an object whose answer was lost for its own"],
  ],
  "Deprecated inputs, advice": [
    ["test/provider/faces/advice.test.ts", "the plugin's advice shows nothing that the program marks secret"],
    [
      "test/provider/faces/advice.test.ts",
      "the advice of dynamic resources shows nothing that the program marks secret",
    ],
  ],
  conflictPolicy: [
    [
      "test/provider/faces/conflictPolicy.test.ts",
      "a policy that is changed counts for the update that changes it, and is never sent",
    ],
  ],
  Languages: [
    [
      "test/e2e/resourceExamples.test.ts",
      "makes just what it says, changes nothing the second time, hides its secret and goes away again",
    ],
  ],
  "pulumi import, the resource option import": [
    ["test/e2e/pluginOnly.test.ts", "takes what exists of all three kinds, and the generated program shows no change"],
    [both, "the option import takes what is there, but not into a dynamic resource"],
  ],
  "Provider resources with settings of their own": [
    [
      "test/e2e/providers.test.ts",
      "each resource is on its own platform, also under the same name, and no key is in clear text",
    ],
  ],
  "What a preview asks of the provider": [[previews, "of creates shows what is known"]],
  "platform:serverSideDryRun": [
    [
      "test/e2e/serverSideDryRun.test.ts",
      "with serverSideDryRun the platform's errors fail a preview before anything is applied",
    ],
    [
      "test/provider/faces/dynamicSettings.test.ts",
      "dynamic resources say once that %s has no effect on them, and nothing without it",
    ],
  ],
  "The id in the preview of a create": [[previews, "of creates shows what is known"]],
  "Computed outputs in the preview of an update": [[previews, "of updates in place shows what they cannot change"]],
  replacedKey: [
    [
      "test/e2e/replacedKeys.test.ts",
      "leaves replaced keys on the platform, disabled, also where the program deletes before it replaces",
    ],
    [
      "test/provider/faces/keyTransitions.test.ts",
      "disabling the replaced key needs a name of its own for the new one, and the plugin",
    ],
  ],
  "platform:refreshKeys": [
    ["test/e2e/refreshKeys.test.ts", "lets a plain up see what happened outside"],
    [
      "test/provider/faces/dynamicSettings.test.ts",
      "dynamic resources say once that %s has no effect on them, and nothing without it",
    ],
  ],
  "A replaced key that somebody had disabled, unseen": [
    [
      "test/e2e/replacedKeys.test.ts",
      "leaves replaced keys on the platform, disabled, also where the program deletes before it replaces",
    ],
  ],
  "A refresh of a resource whose create did not come to an end": [
    [
      "test/provider/faces/dynamicUnfinished.test.ts",
      "a refresh keeps an unfinished dynamic resource as one, and the next update goes on",
    ],
    ["test/provider/faces/lostKey.test.ts", "a read of an unfinished key keeps it unfinished, and writes nothing"],
  ],
  "Detailed diff": [["test/e2e/secretDiffs.test.ts", "shows with --json which paths change, and no value"]],
  "A changed secret in --diff": [
    ["test/e2e/secretDiffs.test.ts", "shows with --diff which properties change, and no value"],
  ],
  "What is encrypted in the state": [[both, "is encrypted alone on the plugin, and all labels are else"]],
  "Autonaming settings (pulumi:autonaming)": [
    [both, "follows the autonaming settings of the engine on the plugin, and is resource name and suffix else"],
  ],
  "A made-up name in a preview": [[both, "has the name that the update makes on the plugin, and another one else"]],
  Warnings: [
    [
      "test/provider/faces/advice.test.ts",
      "the advice of dynamic resources shows nothing that the program marks secret",
    ],
  ],
  "Progress of long waits": [[waits, "of a long wait, dynamic resources say what they wait for, ever more seldom"]],
  "Ctrl-C": [
    ["test/e2e/deletion.test.ts", "Ctrl-C ends the wait where the protocol can carry it, and keeps the state"],
  ],
  "A change of customTimeouts.delete alone": [
    [waits, "a delete has the time that the program gives now: from %p to %p is a change: %p"],
  ],
  Functions: [["test/e2e/lookups.test.ts", "looks up what is there, in previews too, and keeps no secret"]],
  "Lists for pulumi do": [["test/e2e/lookups.test.ts", "lists %s %p"]],
};

test("every row of the page is claimed by tests", () => {
  expect(behaviours).toEqual(Object.keys(claims));
});

test.each(Object.entries(claims))("the tests of the row are there: %s", (_, tests) => {
  expect(tests.filter(([file, words]) => !textOf(file).includes(`"${words}"`))).toEqual([]);
});
