// The floor: the requests that the provider sends, from a bare undici loop in its own process.
// Prints milliseconds and CPU milliseconds of each operation as JSON.
import { Pool } from "undici";
import { collection, parallelism, template } from "./platform.mjs";

const [baseUrl = "", accessKey, size] = process.argv.slice(2);
const count = Number(size);
const pool = new Pool(baseUrl, { connections: parallelism });

/** The last response for each object. @type {any[]} */
const live = [];

const nameOf = (/** @type {number} */ index) => `loop-${index}`;

/**
 * @param {"GET" | "POST" | "PATCH" | "DELETE"} method
 * @param {string} below
 * @param {unknown} [body]
 * @returns {Promise<any>} undefined for a 404
 */
async function send(method, below, body) {
  const type = method === "PATCH" ? "application/json-patch+json" : "application/json";
  const headers = { authorization: `Bearer ${accessKey}`, "content-type": type };
  const sent = body === undefined ? null : JSON.stringify(body);
  const response = await pool.request({ method, path: collection + below, headers, body: sent });
  const read = await response.body.json();
  if (response.statusCode < 300) return read;
  if (response.statusCode === 404) return undefined;
  throw new Error(`${response.statusCode} to ${method} ${below}: ${JSON.stringify(read)}`);
}

/** @param {(index: number) => Promise<void>} work */
async function forAll(work) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: parallelism }, worker));
}

async function list() {
  let next = "";
  do {
    const { metadata } = await send("GET", `?labelSelector=bench.test%2Fpart%3Dobjects&limit=500&continue=${next}`);
    next = metadata.continue ?? "";
  } while (next !== "");
}

/** @param {number} index */
async function update(index) {
  const { metadata } = await send("GET", `/${nameOf(index)}`);
  live[index] = await send("PATCH", `/${nameOf(index)}`, [
    { op: "replace", path: "/metadata/resourceVersion", value: metadata.resourceVersion },
    { op: "replace", path: "/spec/description", value: "Changed by a bare loop" },
  ]);
}

/** @param {number} index */
async function remove(index) {
  await send("DELETE", `/${nameOf(index)}`, { preconditions: { uid: live[index].metadata.uid } });
  await send("GET", `/${nameOf(index)}`);
}

const operations = {
  create: () =>
    forAll(async (index) => {
      live[index] = await send("POST", "", template(nameOf(index)));
    }),
  refresh: list,
  update: () => forAll(update),
  delete: () => forAll(remove),
};

/** @type {Record<string, { ms: number, cpuMs: number }>} */
const measured = {};
for (const [name, operation] of Object.entries(operations)) {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await operation();
  const { user, system } = process.cpuUsage(before);
  measured[name] = { ms: performance.now() - started, cpuMs: (user + system) / 1000 };
}
await pool.close();
process.stdout.write(JSON.stringify(measured));
