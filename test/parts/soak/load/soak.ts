import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type RunningPlatform, startPlatform } from "../../../../emulator/platform";
import { startFakeEngine } from "../../../support/fakeEngine";
import { type Plugin, startPlugin } from "../../../support/plugin";
import { configurePlugin } from "../../../support/pluginDriver";
import type { Sample } from "./growth";
import { type Inspector, inspectable, inspectPlugin } from "./inspectPlugin";
import { type Load, methods, startLoad } from "./startLoad";
import { type Relay, startRelay } from "./startRelay";

/** How long a soak runs, and how often it looks. */
export interface SoakOptions {
  /** Of load; between two rounds all that is under way comes to its end, which takes up to two seconds more. */
  seconds: number;
  rounds: number;
  seed: number;
  /** What is loaded into the plugin's process before the plugin: a control's leak. */
  preload?: string;
}

/** What a soak saw. */
export interface Soaked {
  samples: Sample[];
  counts: Load["counts"];
  /** What the plugin printed beside its port and the inspector's lines. */
  printed: string;
}

interface Scene {
  plugin: Plugin;
  platform: RunningPlatform;
  relay: Relay;
  inspector: Inspector;
  temporary: string;
}

/** Loads a plugin with everything that the engine may ask and everything that may go wrong, and measures it when it is at rest. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const { scene, close } = await setScene(options.preload);
  try {
    const load = startLoad(scene.plugin, scene.platform, options.seed);
    const samples: Sample[] = [];
    const started = performance.now();
    // On a slow machine the rounds may be over before all was asked once.
    const isComplete = () => methods.every((method) => (load.counts.get(method)?.well ?? 0) > 0);
    for (let round = 1; round <= options.rounds || !isComplete(); round++) {
      await oneRound(scene, load, (options.seconds * 1000) / options.rounds, round);
      const seconds = (performance.now() - started) / 1000;
      samples.push({ seconds, operations: load.operations(), ...(await measure(scene)) });
    }
    return { samples, counts: load.counts, printed: printedBy(scene.plugin) };
  } finally {
    await close();
  }
}

async function setScene(preload: string | undefined) {
  const temporary = mkdtempSync(path.join(tmpdir(), "pulumi-platform-soak-"));
  const platform = await startPlatform();
  const relay = await startRelay(platform.baseUrl);
  const engine = await startFakeEngine();
  const words = [inspectable.NODE_OPTIONS, ...(preload ? [`--require=${preload}`] : [])];
  const env = { NODE_OPTIONS: words.join(" "), TMPDIR: temporary, SOAK_LEAK_PORT: new URL(relay.baseUrl).port };
  const plugin = await startPlugin({ engineAddress: engine.address, env });
  const inspector = await inspectPlugin(plugin);
  const scene: Scene = { plugin, platform, relay, inspector, temporary };
  await configure(scene);
  const close = async () => {
    inspector.close();
    await plugin.close();
    engine.close();
    await relay.close();
    await platform.close();
    rmSync(temporary, { recursive: true, force: true });
  };
  return { scene, close };
}

const configure = ({ plugin, relay, platform }: Scene) =>
  configurePlugin(plugin, { baseUrl: relay.baseUrl, accessKey: platform.accessKey });

/** Every fourth round ends by a Cancel in the midst of it and a new configuration, as there is no other way on. */
async function oneRound(scene: Scene, load: Load, ms: number, round: number): Promise<void> {
  const isCancelled = round % 4 === 0;
  const running = load.run(ms);
  await abandonedCalls(scene);
  if (isCancelled) {
    await scene.plugin.client.cancel(new Empty());
    await configure(scene);
  }
  await running;
}

/** Calls whose caller does not wait for the answer. */
async function abandonedCalls({ plugin }: Scene): Promise<void> {
  const client = new ResourceProviderClient(`127.0.0.1:${plugin.port}`, grpc.credentials.createInsecure());
  const request = new rpc.InvokeRequest();
  request.setTok("platform:index:listSpaceTemplates");
  const calls = Array.from({ length: 20 }, () => {
    return new Promise<void>((resolve) => {
      const call = client.invoke(request, () => resolve());
      setImmediate(() => call.cancel());
    });
  });
  await Promise.all(calls);
  client.close();
}

async function measure({ inspector, relay, temporary }: Scene) {
  return {
    ...(await inspector.held()),
    files: openFiles(inspector.pid),
    connections: relay.open(),
    temporaryFiles: readdirSync(temporary).length,
  };
}

/** How many files, sockets among them, a process has open; undefined where the system does not show it. */
export function openFiles(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

function printedBy(plugin: Plugin): string {
  const words = /^(Debugger |For help, see: https:\/\/nodejs).*\n?/gm;
  return plugin.stdout().replace(/^\d+\r?\n/, "") + plugin.stderr().replace(words, "");
}
