import { WebSocket } from "undici";
import type { Plugin } from "../../../support/plugin";

/** What makes Node.js listen for an inspector, which looks into the process without a change of the program. */
export const inspectable = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

/** What a process holds when its garbage is collected. */
export interface Held {
  heapBytes: number;
  rssBytes: number;
  /** Timers that wait. */
  timers: number;
  /** All else that waits for something, such as sockets and servers. */
  handles: number;
}

/** A look into the process of a plugin. */
export interface Inspector {
  pid: number;
  /** Collects the garbage and says what is left. */
  held(): Promise<Held>;
  close(): void;
}

// The parenthesis makes an object of it.
const looked = `JSON.stringify({
  rss: process.memoryUsage.rss(),
  active: process.getActiveResourcesInfo(),
})`;

/** Connects to a plugin that was started with `inspectable`. */
export async function inspectPlugin(plugin: Plugin): Promise<Inspector> {
  const address = /ws:\/\/\S+/.exec(plugin.stderr())?.[0];
  if (!address) throw new Error(`No inspector listens: ${plugin.stderr()}`);
  const { ask, close } = await connect(address);
  const evaluate = async (expression: string): Promise<unknown> =>
    (await ask("Runtime.evaluate", { expression })).result?.value;
  return {
    pid: Number(await evaluate("process.pid")),
    async held() {
      // What the first round finalises, the second one collects.
      for (const _round of [1, 2]) await ask("HeapProfiler.collectGarbage");
      const { usedSize } = await ask("Runtime.getHeapUsage");
      const { rss, active } = JSON.parse(String(await evaluate(looked))) as { rss: number; active: string[] };
      const timers = active.filter((each) => each === "Timeout").length;
      return { heapBytes: Number(usedSize), rssBytes: rss, timers, handles: active.length - timers };
    },
    close,
  };
}

interface Answer {
  usedSize?: number;
  result?: { value?: unknown };
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error("The inspector does not answer.")));
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: Answer };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let asked = 0;
  const ask = (method: string, params = {}) =>
    new Promise<Answer>((resolve) => {
      waiting.set(++asked, resolve);
      socket.send(JSON.stringify({ id: asked, method, params }));
    });
  return { ask, close: () => socket.close() };
}
