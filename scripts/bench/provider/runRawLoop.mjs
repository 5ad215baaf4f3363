import path from "node:path";
import { Failure, tail } from "../../setup/failure.js";
import { run } from "../../setup/processes.js";
import { operationsAtOnce } from "./operationsAtOnce.mjs";

const program = path.join(import.meta.dirname, "rawLoop.mjs");

/** The verbs in which a provider asks for one object. @type {Record<string, readonly import("./rawLoop.mjs").Verb[]>} */
const verbs = { create: ["POST"], refresh: ["GET"], update: ["GET", "PATCH"], delete: ["DELETE", "GET"] };

/**
 * Sends what the provider sent for each operation, as a bare loop does it.
 * @param {{ baseUrl: string, accessKey: string }} platform
 * @param {number} count
 * @param {Record<string, import("./countedPlatform.mjs").Requests>} requests of each operation, in this order
 * @returns {Promise<Record<string, { ms: number, cpuMs: number }>>}
 */
export async function runRawLoop({ baseUrl, accessKey }, count, requests) {
  const phases = Object.entries(requests).map(([name, each]) => ({ name, verbs: verbs[name] ?? [], ...each }));
  const plan = { baseUrl, accessKey, atOnce: operationsAtOnce, count, phases };
  const { code, output } = await run(process.execPath, [program, JSON.stringify(plan)]);
  if (code !== 0) throw new Failure(`The bare loop ended with ${code}:\n${tail(output)}`);
  return JSON.parse(output);
}
