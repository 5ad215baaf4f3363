// A plugin as its own process, asked over gRPC as the engine asks it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { promisify } from "node:util";
import grpc from "@grpc/grpc-js";
import provider from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { Failure } from "../../setup/failure.js";
import { root } from "../../setup/paths.js";
import { onExit } from "../../setup/processes.js";

/** The folders whose plugins are compared. */
export const pluginFolders = {
  ours: path.join(root, "bin"),
  noop: path.join(import.meta.dirname, "noop", "bin"),
};

/** @typedef {Awaited<ReturnType<typeof startPlugin>>} RunningPlugin */

/**
 * Starts a plugin, and stops it whatever becomes of its use; `startMs` is the time until its port was printed.
 * @template Result
 * @param {string} folder
 * @param {(plugin: RunningPlugin) => Promise<Result>} use
 */
export async function withPlugin(folder, use) {
  const plugin = await startPlugin(folder);
  try {
    return await use(plugin);
  } finally {
    await plugin.stop();
  }
}

/** @param {string} folder */
async function startPlugin(folder) {
  const { child, port, startMs, end } = await startPrinting([path.join(folder, "pulumi-resource-vcluster-platform")]);
  const client = new provider.ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  return {
    pid: Number(child.pid),
    startMs,
    /**
     * @param {keyof typeof provider.ResourceProviderClient.prototype} method
     * @param {import("google-protobuf").Message} request
     * @returns {Promise<any>}
     */
    ask: (method, request) => promisify(/** @type {any} */ (client)[method].bind(client))(request),
    stop: async () => {
      client.close();
      await end();
    },
  };
}

/**
 * Starts a program of Node.js and waits for the first line that it prints.
 * @param {string[]} args
 */
export async function startPrinting(args) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const forget = onExit(() => child.kill("SIGKILL"));
  const end = async () => {
    const closed = child.exitCode === null && child.signalCode === null ? once(child, "close") : undefined;
    child.kill("SIGKILL");
    await closed;
    forget();
  };
  for await (const port of createInterface({ input: child.stdout })) {
    return { child, port, startMs: performance.now() - started, end };
  }
  throw new Failure(`${args.join(" ")} printed nothing. Its own words are above.`);
}
