import { openStack } from "../commands.mjs";
import { startCounted, total } from "../countedPlatform.mjs";
import { gate } from "../figures.mjs";

/** How many requests each operation may send for this many objects, in the order in which a stack does them. */
const steps = {
  // One more asks which platform it is.
  create: { says: "create", limit: (/** @type {number} */ count) => count + 1 },
  preview: { says: "preview without a change", limit: () => 0 },
  refresh: { says: "refresh", limit: (/** @type {number} */ count) => Math.ceil(count / 500) + 2 },
  update: { says: "update", limit: (/** @type {number} */ count) => 2 * count },
  delete: { says: "delete", limit: (/** @type {number} */ count) => 2 * count },
};

/** @typedef {keyof typeof steps} Step */

const order = /** @type {Step[]} */ (Object.keys(steps));

/**
 * Requests that the platform counts. They are the same in every run, so one is enough. Only a long refresh lists again,
 * since a list serves for five seconds after its end.
 * @type {import("../providerBenches.mjs").ProviderBench}
 */
export const requests = {
  name: "Requests",
  sizes: [20, 700, 4000],
  run: async ({ sizes }) => {
    const findings = [];
    for (const size of sizes) findings.push(await count(size));
    return findings;
  },
};

/**
 * @param {number} size
 * @returns {Promise<import("../figures.mjs").Finding>}
 */
async function count(size) {
  const platform = await startCounted();
  const stack = await openStack(platform, size);
  try {
    const verdicts = [];
    for (const step of order) {
      platform.takeRequests();
      await (step === "preview" ? stack.preview() : stack.run(step));
      const { says, limit } = steps[step];
      const found = platform.takeRequests();
      verdicts.push(gate(says, [total(found)], limit(size), { unit: "requests", note: wordsFor(found) }));
    }
    return { title: `Requests for ${size} objects`, figures: [], verdicts };
  } finally {
    stack.dispose();
    await platform.close();
  }
}

/** @param {import("../countedPlatform.mjs").Requests} requests */
function wordsFor({ counts }) {
  const sent = Object.entries(counts).filter(([, times]) => times > 0);
  return sent.map(([verb, times]) => `${times} ${verb}`).join(", ");
}
