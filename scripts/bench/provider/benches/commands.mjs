import { againstFloor } from "../againstFloor.mjs";
import { allOperations, operations } from "../commands.mjs";
import { aim, figure } from "../figures.mjs";
import { kubectlIsThere, withKubectl } from "../kubectl.mjs";
import { playCommands } from "../playCommands.mjs";
import { Samples } from "../rounds.mjs";

// kubectl sends no more than fifty requests in a second.
const mostForKubectl = 400;

/** The kubectl command for each operation. */
const kubectlVerbs = { create: "apply", refresh: "diff", delete: "delete" };

/**
 * Duration of the Pulumi commands, with our plugin and with the no-op plugin.
 * @type {import("../providerBenches.mjs").ProviderBench}
 */
export const commands = {
  name: "Commands",
  sizes: [400, 4000],
  run: async ({ sizes, times }) => {
    const findings = [];
    for (const size of sizes) {
      const samples = await playCommands({ size, times, operations: allOperations });
      const kubectl = size <= mostForKubectl ? await playKubectl(size, times) : new Samples();
      for (const operation of allOperations) findings.push(findingOf(operation, size, samples, kubectl));
    }
    return findings;
  },
};

/**
 * @param {import("../commands.mjs").Operation} operation
 * @param {number} size
 * @param {Samples} samples
 * @param {Samples} kubectl
 * @returns {import("../figures.mjs").Finding}
 */
function findingOf(operation, size, samples, kubectl) {
  const title = `${operations[operation].says}, ${size} objects`;
  const beside = kubectlFigures(operation, kubectl);
  return againstFloor({ title, unit: "ms", operation, samples, bound: aim, limit: 1.15, beside });
}

/**
 * @param {import("../commands.mjs").Operation} operation
 * @param {Samples} kubectl
 */
function kubectlFigures(operation, kubectl) {
  if (operation === "update") return [];
  const verb = kubectlVerbs[operation];
  return kubectl.has(verb) ? [figure(`kubectl ${verb}`, "ms", kubectl.of(verb))] : [];
}

/**
 * @param {number} size
 * @param {number} times
 */
async function playKubectl(size, times) {
  const samples = new Samples();
  if (!kubectlIsThere()) return samples;
  await withKubectl(size, async (kubectl) => {
    for (let round = 0; round < times; round++) {
      samples.add({ apply: await kubectl("apply") });
      samples.add({ diff: await kubectl("diff") });
      samples.add({ delete: await kubectl("delete", "--wait=false") });
    }
  });
  return samples;
}
