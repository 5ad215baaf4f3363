import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type RunningPlatform, startPlatform } from "../../../emulator/platform";
import { startFakeEngine } from "../../support/fakeEngine";
import { type Plugin, startPlugin } from "../../support/plugin";
import { configurePlugin } from "../../support/pluginDriver";
import type { Sample } from "./growth";
import { Load } from "./load";

/** How long a soak runs and how often it measures. */
export interface SoakOptions {
  /** Seconds of load. Between two rounds every call ends, which takes up to two seconds more. */
  seconds: number;
  rounds: number;
  seed: number;
  /** A script that is loaded into the plugin's process: the leak of a control. */
  preload?: string;
}

interface Scene {
  plugin: Plugin;
  platform: RunningPlatform;
  /** Folder of the plugin's temporary files. */
  temporary: string;
  /** File that the probe writes. */
  probe: string;
}

/** Loads a plugin with every method and every fault, and measures it when no call runs. */
export async function soak({ seconds, rounds, seed, preload }: SoakOptions) {
  const { scene, close } = await setScene(preload);
  try {
    const load = new Load(scene.plugin, scene.platform, seed);
    const samples: Sample[] = [];
    const started = performance.now();
    // A slow machine may need more rounds until every method has succeeded once.
    for (let round = 1; round <= rounds || !load.isComplete(); round++) {
      await oneRound(scene, load, (seconds * 1000) / rounds, round);
      const elapsed = (performance.now() - started) / 1000;
      samples.push({ seconds: elapsed, operations: load.operations, ...(await measure(scene)) });
    }
    // What the plugin prints after its port.
    const printed = scene.plugin.stdout().replace(/^\d+\r?\n/, "") + scene.plugin.stderr();
    const counts = [...load.counts].map(([method, { succeeded, failed }]) => `${method} ${succeeded}+${failed}`);
    return { samples, counts, printed };
  } finally {
    await close();
  }
}

async function setScene(preload: string | undefined) {
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-soak-"));
  const temporary = mkdtempSync(path.join(folder, "temporary-"));
  const probe = path.join(folder, "probe.json");
  const platform = await startPlatform();
  const engine = await startFakeEngine();
  const preloads = [path.join(__dirname, "probe.cjs"), ...(preload ? [preload] : [])];
  const env = {
    NODE_OPTIONS: preloads.map((file) => `--require=${file}`).join(" "),
    TMPDIR: temporary,
    PROBE_FILE: probe,
    SOAK_LEAK_PORT: new URL(platform.baseUrl).port,
  };
  const plugin = await startPlugin({ engineAddress: engine.address, env });
  const scene: Scene = { plugin, platform, temporary, probe };
  await configure(scene);
  const close = async () => {
    await plugin.close();
    engine.close();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { scene, close };
}

const configure = ({ plugin, platform: { baseUrl, accessKey } }: Scene) =>
  configurePlugin(plugin, { baseUrl, accessKey });

/** Every fourth round ends with a Cancel in the middle and a new configuration. */
async function oneRound(scene: Scene, load: Load, ms: number, round: number): Promise<void> {
  const running = load.run(ms);
  await abandonedCalls(scene);
  if (round % 4 === 0) {
    await scene.plugin.client.cancel(new Empty());
    await configure(scene);
  }
  await running;
}

/** Calls whose caller does not wait for the response. */
async function abandonedCalls({ plugin }: Scene): Promise<void> {
  const client = new ResourceProviderClient(`127.0.0.1:${plugin.port}`, grpc.credentials.createInsecure());
  const request = new rpc.InvokeRequest();
  request.setTok("vcluster-platform:index:listSpaceTemplates");
  const calls = Array.from({ length: 20 }, () => {
    return new Promise<void>((resolve) => {
      const call = client.invoke(request, () => resolve());
      setImmediate(() => call.cancel());
    });
  });
  await Promise.all(calls);
  client.close();
}

async function measure({ plugin, temporary, probe }: Scene): Promise<Omit<Sample, "seconds" | "operations">> {
  const pid = Number(plugin.pid);
  rmSync(probe, { force: true });
  process.kill(pid, "SIGUSR2");
  while (!existsSync(probe)) await sleep(10);
  const held = JSON.parse(readFileSync(probe, "utf8"));
  const files = existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : 0;
  return { ...held, files, temporaryFiles: readdirSync(temporary).length };
}
