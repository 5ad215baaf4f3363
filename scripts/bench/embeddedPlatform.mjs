// How fast the embedded platform answers, in its own process as a user runs it.
import path from "node:path";
import { Bench } from "tinybench";
import { Pool } from "undici";
import { root } from "../setup/paths.js";
import { collection, template } from "./platform.mjs";
import { hasProc, memoryOf, withProcess } from "./plugin.mjs";
import { row } from "./results.mjs";

const atOnce = 8;
const program = path.join(root, "bin", "pulumi-vcluster-platform");

/** @type {import("./samples.mjs").Bench} */
export const embeddedPlatform = {
  name: "Platform",
  sizes: [10_000],
  run: (size) =>
    withProcess([program, "serve", "--json"], async ({ pid, line, startMs }) => {
      const send = sender(JSON.parse(line));
      await inTurns(size, (index) => send("POST", "", template(`bench-${index}`)));
      const memory = hasProc ? [row(`memory with ${size} objects`, "MB", [memoryOf(pid, "VmRSS")])] : [];
      const rows = [row("start", "ms", [startMs]), ...memory, ...(await timings(send, size))];
      return [{ title: `Embedded platform, ${atOnce} connections`, rows }];
    }),
};

/**
 * @typedef {(method: "GET" | "POST" | "DELETE", below: string, body?: object) => Promise<any>} Send
 */

/**
 * @param {{ baseUrl: string, accessKey: string }} platform
 * @returns {Send}
 */
function sender({ baseUrl, accessKey }) {
  const pool = new Pool(baseUrl, { connections: atOnce });
  const headers = { authorization: `Bearer ${accessKey}`, "content-type": "application/json" };
  return async (method, below, body) => {
    const sent = body ? JSON.stringify(body) : null;
    const response = await pool.request({ method, path: collection + below, headers, body: sent });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${response.statusCode} to ${method} ${below}: ${text}`);
    return text;
  };
}

/**
 * @param {number} count
 * @param {(index: number) => Promise<unknown>} work
 */
async function inTurns(count, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/**
 * @param {Send} send
 * @param {number} size
 */
async function timings(send, size) {
  let created = 0;
  const bench = new Bench({ time: 2000, throws: true })
    .add(`${atOnce} GETs`, () => inTurns(atOnce, () => send("GET", `/bench-${size >> 1}`)))
    .add(`${atOnce} creates and deletes`, () =>
      inTurns(atOnce, async () => {
        const name = `made-${created++}`;
        await send("POST", "", template(name));
        await send("DELETE", `/${name}`);
      }),
    )
    .add(`list of ${size} objects`, () => send("GET", ""))
    .add("page of 500 objects", () => send("GET", "?limit=500"));
  const tasks = await bench.run();
  return tasks.map(({ name, result }) => {
    if (!("latency" in result)) throw new Error(`${name} was not measured.`);
    return row(name, "ms", [result.latency.p50]);
  });
}
