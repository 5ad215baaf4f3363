import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import * as grpc from "@grpc/grpc-js";
import {
  type IResourceProviderServer,
  ResourceProviderClient,
  ResourceProviderService,
} from "@pulumi/pulumi/proto/provider_grpc_pb";
import { PluginAdapter } from "../../provider/adapters/plugin/pluginAdapter.js";
import { withPlainStructs } from "../../provider/adapters/plugin/structs.js";
import { registry } from "../../provider/resources/registry.js";
import { root, testEnvironment } from "./environment";
import "./withoutLogin";

type Methods = { [M in keyof IResourceProviderServer as string extends M ? never : M]: IResourceProviderServer[M] };

/** Every provider method as a function that returns its response, or all responses of a stream. */
export type PluginClient = {
  [M in keyof Methods]: Methods[M] extends grpc.handleUnaryCall<infer Request, infer Answer>
    ? (request: Request) => Promise<Answer>
    : Methods[M] extends grpc.handleServerStreamingCall<infer Request, infer Answer>
      ? (request: Request) => Promise<Answer[]>
      : never;
};

/** How a plugin is started. */
export interface PluginOptions {
  /** The executable itself, or the folder by way of Pulumi's own runner of source plugins. */
  by?: "executable" | "runner";
  /** Address of an engine; without one the plugin runs on its own. */
  engineAddress?: string;
  env?: Record<string, string>;
  /** Folder of the package; this one if absent. */
  folder?: string;
  /** Whether the plugin runs in its own process. Default: only if an option above needs one. */
  process?: boolean;
}

/** A provider that runs as its own process. */
export interface Plugin {
  client: PluginClient;
  port: number;
  /** The id of its process; absent for a process that was not started here. */
  pid?: number | undefined;
  stdout: () => string;
  stderr: () => string;
  /** Ends the process and waits for its end. */
  close: () => Promise<void>;
}

const starters = {
  executable: (folder: string) => [path.join(folder, "bin", "pulumi-resource-vcluster-platform")],
  runner: (folder: string) => [path.join(root, "node_modules", "@pulumi", "pulumi", "cmd", "run-plugin"), folder],
};

const startLimitMs = 20_000;

/** Starts the provider in this process, unless an option or `TEST_PLUGIN` needs a separate one. */
export async function startPlugin(options: PluginOptions = {}): Promise<Plugin> {
  const needsProcess = [options.by, options.env, options.folder].some(Boolean) || process.env.TEST_PLUGIN === "process";
  return (options.process ?? needsProcess) ? startProcess(options) : startInProcess(options);
}

/** Serves the plugin from source. A process starts in half a second and would not show mutants. */
async function startInProcess({ engineAddress }: PluginOptions): Promise<Plugin> {
  const server = new grpc.Server();
  const definition = withPlainStructs(ResourceProviderService as unknown as grpc.ServiceDefinition);
  const adapter = new PluginAdapter(registry);
  if (engineAddress) adapter.attachTo(engineAddress);
  server.addService(definition, adapter.service());
  const port = await promisify(server.bindAsync.bind(server))("127.0.0.1:0", grpc.ServerCredentials.createInsecure());
  const attached = attachPlugin(port);
  const close = async () => {
    await attached.close();
    server.forceShutdown();
  };
  return { ...attached, close };
}

async function startProcess(options: PluginOptions): Promise<Plugin> {
  const { by = "executable", engineAddress, env = {}, folder = root } = options;
  const args = [...starters[by](folder), ...(engineAddress ? [engineAddress] : [])];
  const home = path.join(root, "node_modules", ".cache", "pulumi-vcluster-platform", "home");
  const child = spawn(process.execPath, args, { env: { ...testEnvironment(home), ...env } });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const port = await portOf(child, output).catch(async (error) => {
    await end(child);
    throw error;
  });
  const attached = attachPlugin(port);
  return {
    ...attached,
    pid: child.pid,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    close: async () => {
      await attached.close();
      await end(child);
    },
  };
}

/** Connects to a plugin that somebody else has started, and will end; what it prints goes there. */
export function attachPlugin(port: number): Plugin {
  const connection = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  return {
    client: promised(connection),
    port,
    stdout: () => "",
    stderr: () => "",
    close: async () => connection.close(),
  };
}

/** The port, which a plugin prints as its first line. */
function portOf(child: ChildProcess, output: { stdout: string; stderr: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`The plugin ${what}:\n${output.stdout}${output.stderr}`));
    const limit = setTimeout(() => fail(`printed no port within ${startLimitMs / 1000} s`), startLimitMs);
    child.stdout?.on("data", () => {
      const port = /^(\d+)\r?\n/.exec(output.stdout)?.[1];
      if (!port) return;
      clearTimeout(limit);
      resolve(Number(port));
    });
    child.on("close", (code) => {
      clearTimeout(limit);
      fail(`ended with exit code ${code}`);
    });
  });
}

function promised(connection: ResourceProviderClient): PluginClient {
  const methods = Object.entries(ResourceProviderService).map(([name, { responseStream }]) => {
    const method = (connection[name as keyof ResourceProviderClient] as (...args: unknown[]) => unknown).bind(
      connection,
    );
    return [name, responseStream ? collected(method) : promisify(method)];
  });
  return Object.fromEntries(methods);
}

function collected(method: (request: unknown) => unknown) {
  return async (request: unknown) => {
    const answers: unknown[] = [];
    for await (const answer of method(request) as AsyncIterable<unknown>) answers.push(answer);
    return answers;
  };
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.on("close", () => resolve());
    child.kill("SIGKILL");
  });
}
