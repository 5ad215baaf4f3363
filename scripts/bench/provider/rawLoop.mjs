// The floor: the same number of the same requests as the provider sends, from a bare loop on undici in a process of its own.
// Called with a plan as JSON; prints the milliseconds and the CPU milliseconds of each phase as JSON.
import { Pool } from "undici";
import { template } from "../template.mjs";

/**
 * @typedef {object} Phase
 * @property {string} name
 * @property {readonly Verb[]} verbs what is sent for each object, in this order
 * @property {Partial<Record<Verb, number>>} counts how many of each at most
 * @property {readonly number[]} limits the pages of lists, before all else: how many objects each asks for
 */

/** @typedef {"GET" | "POST" | "PATCH" | "DELETE"} Verb */

/**
 * @typedef {object} Plan
 * @property {string} baseUrl
 * @property {string} accessKey
 * @property {number} atOnce
 * @property {number} count how many objects there are
 * @property {readonly Phase[]} phases
 */

/** @type {Plan} */
const { baseUrl, accessKey, atOnce, count, phases } = JSON.parse(process.argv[2] ?? "");
const collection = "/kubernetes/management/apis/management.loft.sh/v1/spacetemplates";
const writer = "fieldManager=pulumi-vcluster-platform";
const ours = "labelSelector=bench.test%2Fpart%3Dobjects";
const pool = new Pool(baseUrl, { connections: atOnce });

/** The last response of the platform for each object. @type {any[]} */
const live = [];

/** @type {Record<Verb, (index: number) => Promise<void>>} */
const send = {
  POST: async (index) => {
    live[index] = await ask("POST", `?${writer}`, template(nameOf(index)));
  },
  GET: async (index) => {
    const found = await ask("GET", `/${nameOf(index)}`);
    if (found) live[index] = found;
  },
  PATCH: async (index) => {
    live[index] = await ask("PATCH", `/${nameOf(index)}?${writer}`, change(index), "application/json-patch+json");
  },
  DELETE: async (index) => {
    await ask("DELETE", `/${nameOf(index)}`, { preconditions: { uid: live[index].metadata.uid } });
  },
};

const nameOf = (/** @type {number} */ index) => `raw-${String(index).padStart(6, "0")}`;

/** @param {number} index */
const change = (index) => [
  { op: "replace", path: "/metadata/resourceVersion", value: live[index].metadata.resourceVersion },
  { op: "replace", path: "/spec/description", value: "Changed by a bare loop" },
];

/**
 * @param {Verb} method
 * @param {string} below
 * @param {unknown} [body]
 * @param {string} [type]
 * @returns {Promise<any>} undefined where there is no such object
 */
async function ask(method, below, body, type = "application/json") {
  const headers = { authorization: `Bearer ${accessKey}`, "content-type": type };
  const sent = body === undefined ? null : JSON.stringify(body);
  const answer = await pool.request({ method, path: collection + below, headers, body: sent, reset: false });
  const read = await answer.body.json();
  if (answer.statusCode < 300) return read;
  if (method === "GET" && answer.statusCode === 404) return undefined;
  throw new Error(`${answer.statusCode} to ${method} ${below}: ${JSON.stringify(read)}`);
}

/** @param {readonly number[]} limits */
async function list(limits) {
  let next = "";
  for (const limit of limits) {
    const { metadata } = await ask("GET", `?${ours}&limit=${limit}&continue=${next}`);
    next = metadata.continue ?? "";
  }
}

/** @param {Phase} phase */
async function play({ verbs, counts, limits }) {
  await list(limits);
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      for (const verb of verbs) if (index < (counts[verb] ?? 0)) await send[verb](index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** @type {Record<string, { ms: number, cpuMs: number }>} */
const measured = {};
for (const phase of phases) {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await play(phase);
  const { user, system } = process.cpuUsage(before);
  measured[phase.name] = { ms: performance.now() - started, cpuMs: (user + system) / 1000 };
}
await pool.close();
process.stdout.write(JSON.stringify(measured));
