// An embedded platform in this process that counts requests, and the objects of every bench.
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "../setup/paths.js";

/** How many operations the engine runs at once, the same on every machine. */
export const parallelism = 16;

/** The path of the stored kind below a platform's address. */
export const collection = "/kubernetes/management/apis/management.loft.sh/v1/spacetemplates";

const quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: quota\nspec:\n  hard:\n    pods: '20'\n";

/**
 * A space template of an ordinary size, as the body that creates it.
 * @param {string} name
 * @param {string} [description]
 */
export const template = (name, description = "An ordinary template") => ({
  apiVersion: "management.loft.sh/v1",
  kind: "SpaceTemplate",
  metadata: { name, labels: { "bench.test/part": "objects" } },
  spec: {
    displayName: name,
    description,
    access: [{ users: ["*"], verbs: ["get"] }],
    template: { metadata: { labels: { "policy.loft.sh/pod-security": "baseline" } }, objects: quota },
  },
});

/**
 * The inputs of a template as a program declares them.
 * @param {number} index
 * @param {string} [description]
 * @returns {{ name: string, [field: string]: unknown }}
 */
export function inputsOf(index, description) {
  const { metadata, spec } = template(`bench-${String(index).padStart(6, "0")}`, description);
  return { ...metadata, ...spec };
}

/**
 * @typedef {{ baseUrl: string, accessKey: string, takeRequests: () => Record<string, number> }}
 *   Platform
 */

/**
 * Runs a platform during its use; `takeRequests` yields the requests since its last call, by
 * method.
 * @template Result
 * @param {(platform: Platform) => Promise<Result>} use
 * @param {number} [latencyMs] of each response
 */
export async function withPlatform(use, latencyMs = 0) {
  const compiled = path.join(root, "dist", "emulator", "platform.js");
  /** @type {typeof import("../../emulator/platform.js")} */
  const { startPlatform } = createRequire(import.meta.url)(compiled);
  /** @type {Record<string, number>} */
  let counts = {};
  const onRequest = (/** @type {{ method: string }} */ { method }) => {
    counts[method] = (counts[method] ?? 0) + 1;
  };
  const { baseUrl, accessKey, close } = await startPlatform({ latencyMs, onRequest });
  const takeRequests = () => {
    const taken = counts;
    counts = {};
    return taken;
  };
  return use({ baseUrl, accessKey, takeRequests }).finally(close);
}
