import { againstFloor } from "../againstFloor.mjs";
import { allOperations, operations } from "../commands.mjs";
import { dynamicPrograms } from "../dynamicPrograms.mjs";
import { aim } from "../figures.mjs";
import { playCommands } from "../playCommands.mjs";

/**
 * The commands with dynamic resources in place of the plugin.
 * @type {import("../providerBenches.mjs").ProviderBench}
 */
export const dynamicFace = {
  name: "Dynamic",
  sizes: [100, 400],
  run: async ({ sizes, times }) => {
    const findings = [];
    for (const size of sizes) {
      const samples = await playCommands({ size, times, operations: allOperations, programs: dynamicPrograms });
      for (const operation of allOperations) {
        const title = `Dynamic resources: ${operations[operation].says}, ${size} objects`;
        findings.push(againstFloor({ title, unit: "ms", operation, samples, bound: aim, limit: 1.15 }));
      }
    }
    return findings;
  },
};
