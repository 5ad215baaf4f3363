import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { root, testEnvironment } from "../../support/environment";
import { attachPlugin } from "../../support/plugin";
import { configurePlugin, driverOf, type PluginDriver } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const limitMs = 2000;
const anHour = 3600;
const inputs = { name: "held", finalizers: ["example.test/hold"] };

let platform: RecordedPlatform;
let temporary: string;
let engine: Http2Server;
let sessions: Set<ServerHttp2Session>;
let plugin: ChildProcess;

beforeEach(async () => {
  platform = await startRecorded();
  temporary = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-"));
  sessions = new Set();
  engine = createServer().on("session", (session) => sessions.add(session));
  await once(engine.listen(0, "127.0.0.1"), "listening");
});
afterEach(async () => {
  plugin?.kill("SIGKILL");
  leaveAddress();
  await platform.close();
  rmSync(temporary, { recursive: true, force: true });
});

function leaveAddress(): void {
  for (const session of sessions) session.destroy();
  engine.close();
}

/** Waits until the platform has received a request of an operation, which gets no response. */
async function received(method: string, operation: Promise<unknown>): Promise<void> {
  let failure: unknown;
  operation.catch((error: unknown) => (failure = error));
  while (!platform.requests.some((request) => request.method === method)) {
    if (failure) throw failure;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const moments: Record<string, (driver: PluginDriver) => Promise<void>> = {
  nothing: async () => {},
  "a create without a response": async (driver) => {
    platform.faults.add({ method: "POST", action: { delayMs: 60_000 } });
    driver.create("SpaceTemplate", inputs, { timeout: anHour }).catch(() => {});
    while (platform.faults.pending.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  },
  "a wait of Retry-After": (driver) => {
    platform.faults.add({ method: "GET", action: { status: 503, retryAfter: 600 } });
    return received("GET", driver.read("SpaceTemplate", { id: "held", inputs, state: inputs }, anHour));
  },
  "a wait for finalizers": async (driver) => {
    const created = await driver.create("SpaceTemplate", inputs);
    await received("DELETE", driver.delete("SpaceTemplate", created, anHour));
  },
};

// A language host starts a plugin from its source without a pipe to the engine.
const ends: [what: string, end: () => unknown, ended: [code: number | null, signal: string | null]][] = [
  ["its stdin is closed", () => plugin.stdin?.end(), [0, null]],
  ["the address of its engine is left", leaveAddress, [0, null]],
  ["it gets SIGTERM", () => plugin.kill("SIGTERM"), [null, "SIGTERM"]],
  ["it gets SIGINT", () => plugin.kill("SIGINT"), [null, "SIGINT"]],
];

test.each(
  ends.flatMap(([what, ...end]) => Object.entries(moments).map((moment) => [what, ...moment, ...end] as const)),
)(
  "when %s, a plugin ends within two seconds, without output and files, during %s",
  async (...row) => {
    const [, , reach, end, expected] = row;
    const program = path.join(root, "bin", "pulumi-resource-vcluster-platform");
    const { port } = engine.address() as AddressInfo;
    const env = { ...testEnvironment(temporary), TMPDIR: temporary };
    const stdin = end === leaveAddress ? "ignore" : "pipe";
    plugin = spawn(process.execPath, [program, `127.0.0.1:${port}`], { env, stdio: [stdin, "pipe", "pipe"] });
    let stderr = "";
    plugin.stderr?.on("data", (text) => (stderr += text));
    const [line] = await once(plugin.stdout as NodeJS.ReadableStream, "data");
    const attached = attachPlugin(Number(line));
    await configurePlugin(attached, { baseUrl: platform.baseUrl, accessKey: platform.accessKey });
    await reach(driverOf(attached));
    const started = performance.now();
    const ended = once(plugin, "exit");
    end();
    expect(await ended).toEqual(expected);
    expect(performance.now() - started).toBeLessThan(limitMs);
    expect([stderr, readdirSync(temporary)]).toEqual(["", []]);
    await attached.close();
  },
  60_000,
);
