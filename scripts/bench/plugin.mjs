// A plugin in its own process, called over gRPC as the engine calls it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { promisify } from "node:util";
import grpc from "@grpc/grpc-js";
import provider from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import rpc from "@pulumi/pulumi/proto/provider_pb.js";
import structs from "google-protobuf/google/protobuf/struct_pb.js";
import { Failure } from "../setup/failure.js";
import { onExit } from "../setup/processes.js";
import { inputsOf, parallelism } from "./platform.mjs";
import { plugins } from "./stack.mjs";

const { Struct } = structs;

/**
 * @typedef {{ index: number, urn: string, id: string, inputs: any, state: any }} Resource with the
 *   plugin's last response
 */
/**
 * @typedef {{ pid: number, startMs: number, call: (method: string, fields: Record<string, unknown>)
 *   => Promise<any> }} Plugin
 */

/**
 * Resources that do not exist yet.
 * @param {number} count
 * @returns {Resource[]}
 */
export const newResources = (count) =>
  Array.from({ length: count }, (_, index) => {
    const urn = `urn:pulumi:bench::bench::vcluster-platform:index:SpaceTemplate::${inputsOf(index).name}`;
    return { index, urn, id: "", inputs: undefined, state: undefined };
  });

/**
 * Starts a program of Node.js and kills it after its use; `startMs` is the time to its first line.
 * @template Result
 * @param {string[]} args
 * @param {(started: { pid: number, line: string, startMs: number }) => Promise<Result>} use
 */
export async function withProcess(args, use) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(child, "close");
  const forget = onExit(() => child.kill("SIGKILL"));
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      return await use({ pid: Number(child.pid), line, startMs: performance.now() - started });
    }
    throw new Failure(`${args.join(" ")} ended without output.`);
  } finally {
    child.kill("SIGKILL");
    await closed;
    forget();
  }
}

/**
 * Starts a plugin and kills it after its use; `startMs` is the time to its port.
 * @template Result
 * @param {keyof typeof plugins} who
 * @param {(plugin: Plugin) => Promise<Result>} use
 */
export const withPlugin = (who, use) =>
  withProcess([path.join(plugins[who], "pulumi-resource-vcluster-platform")], async ({ pid, line, startMs }) => {
    const client = new provider.ResourceProviderClient(`127.0.0.1:${line}`, grpc.credentials.createInsecure());
    const call = (/** @type {string} */ method, /** @type {Record<string, unknown>} */ fields) =>
      promisify(/** @type {any} */ (client)[method].bind(client))(request(method, fields));
    return use({ pid, startMs, call }).finally(() => client.close());
  });

/**
 * The request message of a method with these fields set.
 * @param {string} method
 * @param {Record<string, unknown>} fields
 */
function request(method, fields) {
  const name = `${method.charAt(0).toUpperCase()}${method.slice(1)}Request`;
  const message = new /** @type {any} */ (rpc)[name]();
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) message[`set${field}`](value);
  return message;
}

/**
 * @param {Plugin} plugin
 * @param {{ baseUrl: string, accessKey: string }} platform
 */
export const configure = (plugin, { baseUrl, accessKey }) =>
  plugin.call("configure", { Args: Struct.fromJavaScript({ baseUrl, accessKey }) });

/**
 * @param {Plugin} plugin
 * @param {Resource} resource
 * @param {string} [description]
 */
async function check(plugin, resource, description) {
  const News = Struct.fromJavaScript(/** @type {any} */ (inputsOf(resource.index, description)));
  const fields = { Urn: resource.urn, News, Olds: resource.inputs, Randomseed: Buffer.from("seed") };
  resource.inputs = (await plugin.call("check", fields)).getInputs();
}

/**
 * @type {Record<import("./stack.mjs").Operation, (plugin: Plugin, resource: Resource) =>
 *   Promise<void>>}
 */
const calls = {
  create: async (plugin, resource) => {
    await check(plugin, resource);
    const created = await plugin.call("create", { Urn: resource.urn, Properties: resource.inputs });
    Object.assign(resource, { id: created.getId(), state: created.getProperties() });
  },
  refresh: async (plugin, resource) => {
    const { urn, id, inputs, state } = resource;
    const read = await plugin.call("read", { Urn: urn, Id: id, Inputs: inputs, Properties: state });
    Object.assign(resource, { inputs: read.getInputs(), state: read.getProperties() });
  },
  update: async (plugin, resource) => {
    const { urn, id, inputs: before, state } = resource;
    await check(plugin, resource, "Changed over gRPC");
    const fields = { Urn: urn, Id: id, OldInputs: before, Olds: state, News: resource.inputs };
    await plugin.call("diff", fields);
    resource.state = (await plugin.call("update", fields)).getProperties();
  },
  delete: async (plugin, { urn, id, inputs, state }) => {
    await plugin.call("delete", { Urn: urn, Id: id, OldInputs: inputs, Properties: state });
  },
};

/**
 * Runs an operation on all resources, with the engine's parallelism.
 * @param {Plugin} plugin
 * @param {import("./stack.mjs").Operation} operation
 * @param {readonly Resource[]} resources
 */
export async function callAll(plugin, operation, resources) {
  const waiting = [...resources];
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await calls[operation](plugin, next);
  };
  await Promise.all(Array.from({ length: parallelism }, worker));
}

/** Whether this system shows CPU time and memory of other processes in /proc. */
export const hasProc = process.platform === "linux";

/**
 * The CPU time of a process in milliseconds.
 * @param {number} pid
 */
export function cpuMsOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in parentheses, and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // The kernel counts in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * Resident memory of a process in megabytes: now (VmRSS) or its peak (VmHWM).
 * @param {number} pid
 * @param {"VmRSS" | "VmHWM"} field
 */
export function memoryOf(pid, field) {
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}
