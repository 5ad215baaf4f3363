// The embedded platform as a user runs it, in a process of its own, with a client that sends over a fixed number of connections.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { Pool } from "undici";
import { Failure } from "../setup/failure.js";
import { root } from "../setup/paths.js";
import { onExit } from "../setup/processes.js";
import { memoryOf } from "./memory.mjs";

/** As many connections as the goal of 5,000 reads per second names. */
export const connections = 8;

const program = path.join(root, "bin", "pulumi-vcluster-platform");
const group = "/kubernetes/management/apis/management.loft.sh/v1";

/** @typedef {Awaited<ReturnType<typeof startPlatform>>} BenchPlatform */

/**
 * @typedef {object} Sent
 * @property {"GET" | "POST" | "DELETE"} [method]
 * @property {string} path below the API group
 * @property {object} [body]
 */

/** Starts the platform and waits until it says that it is ready. */
export async function startPlatform() {
  const started = performance.now();
  const child = spawn(process.execPath, [program, "serve", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  const forget = onExit(() => child.kill("SIGKILL"));
  const { baseUrl, accessKey } = await firstLine(child);
  const startMs = performance.now() - started;
  const pool = new Pool(baseUrl, { connections });
  const headers = { authorization: `Bearer ${accessKey}`, "content-type": "application/json" };

  /** @param {Sent} request */
  const open = async ({ method = "GET", path: below, body }) => {
    const sent = body === undefined ? null : JSON.stringify(body);
    const answer = await pool.request({ method, path: group + below, headers, body: sent });
    if (answer.statusCode < 300) return answer.body;
    throw new Failure(`The platform answered ${answer.statusCode} to ${method} ${below}: ${await answer.body.text()}`);
  };
  return {
    startMs,
    /** Bytes of memory that the platform's process holds now. */
    memory: () => memoryOf(Number(child.pid)),
    /** Sends a request and returns the body of the answer unread. */
    open,
    /**
     * Sends a request and returns the whole answer as text.
     * @param {Sent} request
     */
    send: async (request) => (await open(request)).text(),
    stop: async () => {
      await pool.destroy();
      const closed = child.exitCode === null ? once(child, "close") : undefined;
      child.kill();
      await closed;
      forget();
    },
  };
}

/**
 * @param {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, null>} child
 * @returns {Promise<{ baseUrl: string, accessKey: string }>}
 */
async function firstLine(child) {
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  throw new Failure("The platform ended before it was ready. Its own words are above.");
}
