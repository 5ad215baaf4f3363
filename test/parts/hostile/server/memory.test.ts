import { readFileSync } from "node:fs";
import { type Kept, type PluginDriver, startDriver } from "../../../support/pluginDriver";
import { type AttackRow, fillingAttacks } from "./attacks";
import { type Attack, answered, type HostileServer, startHostileServer } from "./startHostileServer";

jest.setTimeout(180_000);
const mebibyte = 1024 * 1024;
const heapMiB = 256;
/** MiB that a process with this heap may use for one response, and for 16 at once. */
const peaks = { alone: 500, together: 1000 };

const shown = { metadata: { name: "a", uid: "u" }, spec: {} };
const inputs = { name: "a", displayName: "a" };
const kept: Kept = { id: "a", inputs, state: { ...inputs, uid: "u" } };

let hostile: HostileServer;
let driver: PluginDriver;

async function start(): Promise<void> {
  hostile = await startHostileServer();
  const env = { NODE_OPTIONS: `--max-old-space-size=${heapMiB}` };
  driver = await startDriver({ baseUrl: hostile.baseUrl, accessKey: "key-1" }, { env });
}
afterEach(async () => {
  await driver?.close();
  await hostile?.close();
});

const respond = (body: object): Attack => {
  return (socket) => socket.write(answered(JSON.stringify(body)));
};
/** The next page of a list without end. */
const pageOf = (metadata: object, spec: object) => {
  const count = hostile.requests.length;
  const items = [{ metadata: { name: `n${count}`, uid: `u${count}`, ...metadata }, spec }];
  return respond({ metadata: { continue: `t${count}` }, items });
};

/** Pages of 7 MiB; one at a time is all that a list needs in memory. */
const largePages: Attack = (...request) => pageOf({}, { x: "x".repeat(7 * mebibyte) })(...request);

/** Pages of objects with the label of a list; a read of one object succeeds. */
const ownPages: Attack = (socket, request) => {
  const { searchParams } = new URL(String(request.split(" ")[1]), hostile.baseUrl);
  const [label = "", value] = (searchParams.get("labelSelector") ?? "").split("=");
  if (value === undefined) return respond(shown)(socket, request);
  const nested = JSON.parse(`[${"{},".repeat(200_000)}{}]`);
  pageOf({ labels: { [label]: value } }, { nested })(socket, request);
};

/** The peak memory of the plugin in MiB. */
function peakMiB(): number {
  const kib = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${driver.plugin.pid}/status`, "utf8"))?.[1];
  return Number(kib) / 1024;
}

const read = (): Promise<string> =>
  driver.read("SpaceTemplate", kept).then(
    () => "no error",
    (error: Error) => error.message,
  );

async function readUnder([, attack, error]: AttackRow, times: number): Promise<void> {
  hostile.attack = attack;
  for (const message of await Promise.all(Array.from({ length: times }, read))) expect(message).toMatch(error);
}

/** The peak is below the limit, and the plugin still works. */
async function expectAlive(limit: number): Promise<void> {
  if (process.platform === "linux") expect(peakMiB()).toBeLessThan(limit);
  hostile.attack = respond(shown);
  expect((await driver.read("SpaceTemplate", kept))?.id).toBe("a");
}

test("a plugin with a small heap survives every attack that fills memory, also 16 at once", async () => {
  await start();
  for (const row of fillingAttacks) await readUnder(row, 1);
  hostile.attack = largePages;
  await expect(driver.invoke("listSpaceTemplates", {})).rejects.toThrow(/more than 134217728 characters/);
  await expectAlive(peaks.alone);
  for (const row of fillingAttacks) await readUnder(row, 16);
  await expectAlive(peaks.together);
});

test("a plugin with a small heap survives an endless list of its own objects while it reads 16", async () => {
  // Only the list that replaces many reads is endless.
  await start();
  hostile.attack = ownPages;
  expect(await Promise.all(Array.from({ length: 16 }, read))).toEqual(Array(16).fill("no error"));
  expect(hostile.requests.filter((request) => request.includes("labelSelector")).length).toBeGreaterThan(1);
  await expectAlive(peaks.alone);
});
