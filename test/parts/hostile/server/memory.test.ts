import { readFileSync } from "node:fs";
import path from "node:path";
import { type Kept, type PluginDriver, startDriver } from "../../../support/pluginDriver";
import { attacks } from "./attacks";
import { type Attack, answered, type HostileServer, startHostileServer } from "./startHostileServer";

const limitMs = 180_000;
const mebibyte = 1024 * 1024;
const heapMiB = 256;
/** What a process with so small a heap may take at its peak: while one answer is read, and while 16 are, as many as it has connections. */
const most = { alone: 500, together: 1000 };
const smallHeap = `--max-old-space-size=${heapMiB}`;

/** What could fill a memory, each as the table of attacks has it. */
const filling = [
  "a body without end, in chunks",
  "the body of an error without end",
  "an error of 30 MB",
  "headers without end",
  "a gzip bomb",
  "more than a million keys",
  "objects in objects, a million deep",
];

// One page in memory is all that a list needs, until it is refused.
const pages =
  (server: HostileServer): Attack =>
  (socket) => {
    const items = [{ metadata: { name: `n${server.requests.length}` }, spec: { x: "x".repeat(20 * mebibyte) } }];
    socket.write(answered(JSON.stringify({ metadata: { continue: `t${server.requests.length}` }, items })));
  };

/** Objects that bear the label that a list asks for, page by page without end; whoever reads one by itself gets it. */
const ownPages =
  (server: HostileServer): Attack =>
  (socket, request) => {
    const { searchParams } = new URL(String(request.split(" ")[1]), server.baseUrl);
    const [label = "", value] = (searchParams.get("labelSelector") ?? "").split("=");
    if (value === undefined) return void socket.write(answered(JSON.stringify(shown)));
    const labels = { [label]: value };
    const nested = JSON.parse(`[${"{},".repeat(200_000)}{}]`);
    const metadata = { name: `n${server.requests.length}`, uid: `u${server.requests.length}`, labels };
    socket.write(
      answered(
        JSON.stringify({
          metadata: { continue: `t${server.requests.length}` },
          items: [{ metadata, spec: { nested } }],
        }),
      ),
    );
  };

/** Answers with a body of so many bytes, and then with no more. */
const large =
  (bytes: number): Attack =>
  (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`);
    const piece = Buffer.alloc(mebibyte, "x");
    let left = bytes;
    const more = () => {
      while (left > 0 && !socket.destroyed) {
        left -= piece.length;
        if (!socket.write(piece)) return;
      }
    };
    socket.on("drain", more);
    more();
  };

const inputs = { name: "a", displayName: "a" };
const kept: Kept = { id: "a", inputs, state: { ...inputs, uid: "u" } };

const shown = { metadata: { name: "a", uid: "u" }, spec: {} };

let hostile: HostileServer;
let driver: PluginDriver;

async function startWith(options: string, more: Record<string, string> = {}): Promise<void> {
  hostile = await startHostileServer();
  const env = { ...more, NODE_OPTIONS: options };
  driver = await startDriver({ baseUrl: hostile.baseUrl, accessKey: "key-1" }, { env });
}
afterEach(async () => {
  await driver?.close();
  await hostile?.close();
});

/** The most memory that the plugin ever had, in MiB; undefined where the system does not tell, or the plugin is dead. */
function peakMiB(): number | undefined {
  try {
    const kib = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${driver.plugin.pid}/status`, "utf8"))?.[1];
    return kib === undefined ? undefined : Math.round(Number(kib) / 1024);
  } catch {
    return undefined;
  }
}

const read = (): Promise<string> =>
  driver.read("SpaceTemplate", kept).then(
    () => "no error",
    (error: Error) => error.message,
  );

/** Tells the peak, holds it to the bound, and asks whether the plugin still works. */
async function expectAlive(what: string, bound: number): Promise<void> {
  const peak = peakMiB();
  process.stdout.write(
    `Hostile server, ${what}: peak of the plugin ${peak} MiB, bound ${bound} MiB, heap ${heapMiB} MiB\n`,
  );
  if (process.platform === "linux") expect(peak).toBeLessThan(bound);
  hostile.attack = (socket) => socket.write(answered(JSON.stringify(shown)));
  expect((await driver.read("SpaceTemplate", kept))?.id).toBe("a");
}

test(
  "a plugin with a small heap survives all that could fill it, one after another",
  async () => {
    await startWith(smallHeap);
    for (const what of filling) {
      const { attack, said } = attacks[what] as (typeof attacks)[string];
      hostile.attack = attack;
      expect(await read()).toMatch(said);
    }
    hostile.attack = pages(hostile);
    await expect(driver.invoke("listSpaceTemplates", {})).rejects.toThrow(/more than 134217728 characters/);
    await expectAlive("one after another", most.alone);
  },
  limitMs,
);

test(
  "and a list without end of what seems its own, when 16 objects are read",
  async () => {
    // Without the list nothing would come without end.
    await startWith(smallHeap, { PULUMI_PLATFORM_WITHOUT: "" });
    hostile.attack = ownPages(hostile);
    expect(await Promise.all(Array.from({ length: 16 }, read))).toEqual(Array(16).fill("no error"));
    expect(hostile.requests.filter((request) => request.includes("labelSelector")).length).toBeGreaterThan(1);
    await expectAlive("a list of its own without end", most.alone);
  },
  limitMs,
);

// These take half a minute and much of a machine.
const inFull = process.env.TEST_FULL ? test : test.skip;

inFull(
  "and 16 of each at once",
  async () => {
    await startWith(smallHeap);
    for (const what of filling) {
      const { attack, said } = attacks[what] as (typeof attacks)[string];
      hostile.attack = attack;
      for (const words of await Promise.all(Array.from({ length: 16 }, read))) expect(words).toMatch(said);
    }
    await expectAlive("16 at once", most.together);
  },
  limitMs,
);

inFull(
  "without the bound of an answer the same plugin dies of a large one, or takes more memory",
  async () => {
    await startWith(`${smallHeap} --require ${path.join(__dirname, "withoutBound.cjs")}`);
    hostile.attack = large(400 * mebibyte);
    await read();
    const peak = peakMiB();
    process.stdout.write(
      `Hostile server, without the bound: ${peak === undefined ? "the plugin died" : `peak ${peak} MiB`}\n`,
    );
    if (peak !== undefined) expect(peak).toBeGreaterThan(most.alone);
  },
  limitMs,
);
