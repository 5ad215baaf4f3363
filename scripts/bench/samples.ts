// Samples of contenders that run side by side, and their ratios.
import path from "node:path";
import { startPlatform } from "../../emulator/platform.js";
import { root } from "../setup/paths.js";
import { printed } from "../setup/processes.js";
import type { Access } from "./objects.js";
import { type Result, type Row, row } from "./results.js";

/** A group of measurements. */
export interface Bench {
  name: string;
  /** How many objects, unless told. */
  sizes: readonly number[];
  run: (size: number, rounds: number) => Promise<Result[]>;
}

/** The operations in the order in which a bench runs them, with their commands. */
export const commands = { create: "up", refresh: "refresh", update: "up", delete: "destroy" };

export type Operation = keyof typeof commands;

export const operations = Object.keys(commands) as Operation[];

/** The folders of the compared plugins. */
export const plugins = { ours: root, noop: path.join(__dirname, "noop") };

export type Who = keyof typeof plugins;

/** A platform that counts requests. */
export interface Platform extends Access {
  /** The number of requests since the last call. */
  takeRequests: () => number;
}

/** Runs an embedded platform in this process during its use. */
export async function withPlatform<T>(use: (platform: Platform) => Promise<T>, latencyMs = 0): Promise<T> {
  let count = 0;
  const { baseUrl, accessKey, close } = await startPlatform({ latencyMs, onRequest: () => void count++ });
  const takeRequests = () => {
    const taken = count;
    count = 0;
    return taken;
  };
  return use({ baseUrl, accessKey, takeRequests }).finally(close);
}

/** Runs all contenders in every round, in another order each, and collects numbers by name. */
export async function sample(rounds: number, contenders: (() => Promise<Record<string, number>>)[]) {
  const samples: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    const first = round % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      for (const [name, number] of Object.entries(await contender())) {
        samples[name] = [...(samples[name] ?? []), number];
      }
    }
  }
  return (name: string): number[] => samples[name] ?? [];
}

/** Runs all operations and yields a number for each. */
export async function ofEach(who: string, measure: (operation: Operation) => Promise<number>) {
  const numbers: Record<string, number> = {};
  for (const operation of operations) numbers[`${who} ${operation}`] = await measure(operation);
  return numbers;
}

/** Combines samples of the same rounds. */
export const zip = (combine: (...numbers: number[]) => number, ...[first = [], ...others]: (readonly number[])[]) =>
  first.map((number, round) => combine(number, ...others.map((list) => list[round] ?? Number.NaN)));

/** The bare HTTP loop's time or CPU time of each operation. */
export async function runLoop({ baseUrl, accessKey }: Access, size: number, of: "ms" | "cpuMs") {
  const args = [path.join(root, "scripts", "run.js"), "bench/httpLoop", baseUrl, accessKey, String(size)];
  const measured: Record<Operation, { ms: number; cpuMs: number }> = JSON.parse(await printed(process.execPath, args));
  return ofEach("loop", async (operation) => measured[operation][of]);
}

/** Our operation beside the no-op provider and the bare loop, and its ratio to both together. */
export function besideFloor(samples: (name: string) => number[], operation: Operation, bound: Partial<Row>) {
  const [ours = [], noop = [], loop = []] = ["ours", "noop", "loop"].map((who) => samples(`${who} ${operation}`));
  const ratios = zip((own, other = 0, bare = 0) => own / (other + bare), ours, noop, loop);
  return [
    row("ours", "ms", ours),
    row("no-op provider", "ms", noop),
    row("bare HTTP loop", "ms", loop),
    row("ours to the no-op provider and the loop together", "×", ratios, bound),
  ];
}
