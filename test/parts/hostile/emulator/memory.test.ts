import { existsSync } from "node:fs";
import { get, post, template } from "../../../emulator/conformance/row";
import { send } from "../../../emulator/request";
import { untilAnswered } from "../../../emulator/untilAnswered";
import { testIf } from "../../../support/needs";
import { victim } from "./attack";
import { type ChildPlatform, startChild } from "./childPlatform";
import { jsonAttacks } from "./jsonAttacks";
import { dial, head, templates } from "./rawClient";
import { urlAttacks } from "./urlAttacks";
import { yamlAttacks } from "./yamlAttacks";

// A start from the sources may have the TypeScript compiler to load, which itself takes more than 100 MB.
jest.setTimeout(120_000);
const megabyte = 1024 * 1024;
const heap = 512;
const atOnce = 8;

// How much memory a process has ever held can only be read where there is /proc.
const onLinux = testIf(existsSync("/proc/self/status"), "/proc");

let platform: ChildPlatform;
beforeEach(async () => {
  platform = await startChild(heap);
  await send(platform, post(template(victim, {})));
});
afterEach(() => platform.stop());

async function expectServing(): Promise<void> {
  expect(platform.isAlive()).toBe(true);
  expect((await send(platform, get(`/spacetemplates/${victim}`))).status).toBe(200);
}

onLinux("no request, several at once, makes the process outgrow its memory", async () => {
  const attacks = [...jsonAttacks, ...yamlAttacks, ...urlAttacks];
  for (let start = 0; start < attacks.length; start += atOnce) {
    await Promise.all(attacks.slice(start, start + atOnce).map(({ request }) => send(platform, request())));
  }
  await expectServing();
  expect(platform.peakMemory()).toBeLessThan(1500 * megabyte);
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
  expect(platform.peakMemory()).toBeLessThan(1500 * megabyte);
});
