import { openStack } from "../commands.mjs";
import { startCounted, total } from "../countedPlatform.mjs";
import { gate } from "../figures.mjs";

/** How many requests each operation may send for this many objects. */
const limits = {
  create: { says: "create", limit: (/** @type {number} */ count) => count },
  preview: { says: "preview without a change", limit: () => 0 },
  refresh: { says: "refresh", limit: (/** @type {number} */ count) => Math.ceil(count / 500) + 2 },
  update: { says: "update", limit: (/** @type {number} */ count) => 2 * count },
  delete: { says: "delete", limit: (/** @type {number} */ count) => 2 * count },
};

/** @typedef {keyof typeof limits} Asked */

/** In this order. @type {readonly Asked[]} */
const order = ["create", "preview", "refresh", "update", "delete"];

/**
 * What the platform is asked, counted by the platform. The counts are exact, so once is enough.
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
    for (const asked of order) {
      platform.asked();
      await (asked === "preview" ? stack.preview() : stack.run(asked));
      const { says, limit } = limits[asked];
      const found = platform.asked();
      verdicts.push(gate(says, [total(found)], limit(size), { unit: "requests", note: wordsFor(found) }));
    }
    return { title: `Requests for ${size} objects`, figures: [], verdicts };
  } finally {
    stack.dispose();
    await platform.close();
  }
}

/** @param {import("../countedPlatform.mjs").Requests} requests */
function wordsFor(requests) {
  const sent = Object.entries(requests).filter(([, times]) => times > 0);
  return sent.map(([verb, times]) => `${times} ${verb}`).join(", ");
}
