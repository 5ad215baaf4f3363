import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { get, post, template } from "../../../emulator/conformance/row";
import { type Server, send } from "../../../emulator/request";
import { untilAnswered } from "../../../emulator/untilAnswered";
import { testIf } from "../../../support/needs";
import { dial, head, templates } from "../../../support/rawClient";
import { victim } from "./attack";
import { jsonAttacks } from "./jsonAttacks";
import { urlAttacks } from "./urlAttacks";
import { yamlAttacks } from "./yamlAttacks";

// A start from the sources may have the TypeScript compiler to load, which itself takes more than 100 MB.
jest.setTimeout(120_000);
const megabyte = 1024 * 1024;
const heap = 512;
const atOnce = 8;

// How much memory a process has ever held can only be read where there is /proc.
const onLinux = testIf(existsSync("/proc/self/status"), "/proc");

let child: ChildProcess;
let platform: Server;

// A process of its own, whose memory can be measured.
beforeEach(async () => {
  const program = join(__dirname, "../../../cli/fromSource.js");
  const args = [`--max-old-space-size=${heap}`, program, "serve", "--json"];
  child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout as Readable }), "line");
  platform = JSON.parse(line) as Server;
  await send(platform, post(template(victim, {})));
});
afterEach(async () => {
  child.kill("SIGKILL");
  await once(child, "close");
});

/** The most memory that the process ever held, in bytes. */
function peakMemory(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) * 1024;
}

async function expectServing(): Promise<void> {
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  expect((await send(platform, get(`/spacetemplates/${victim}`))).status).toBe(200);
}

onLinux("no request, several at once, makes the process outgrow its memory", async () => {
  const attacks = Object.values({ ...jsonAttacks, ...yamlAttacks, ...urlAttacks });
  for (let start = 0; start < attacks.length; start += atOnce) {
    await Promise.all(attacks.slice(start, start + atOnce).map(([request]) => send(platform, request())));
  }
  await expectServing();
  expect(peakMemory()).toBeLessThan(1500 * megabyte);
});

onLinux("clients that ask for much and read nothing are turned away before they fill the memory", async () => {
  const large = template("large", { template: { objects: "x".repeat(1_400_000) } });
  for (let index = 0; index < 10; index++) {
    await send(platform, post({ ...large, metadata: { name: `large-${index}` } }));
  }
  const sockets = await Promise.all(Array.from({ length: 200 }, () => dial(platform)));
  for (const socket of sockets) {
    socket.pause();
    socket.write(head(platform, `GET ${templates} HTTP/1.1`));
  }
  const asked = get(`/spacetemplates/${victim}`);
  const refused = await untilAnswered(platform, asked, 429);
  expect(refused.headers.get("retry-after")).toBe("1");
  for (const socket of sockets) socket.destroy();
  await untilAnswered(platform, asked, 200);
  expect(peakMemory()).toBeLessThan(1500 * megabyte);
});
