import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import type { Interruption } from "./anySequence";

/** Effect on a request: `hold` never answers it, because a killed process hears no response. */
export type Act = () => Promise<"continue" | "hold">;

/** A proxy between the provider and the platform. */
export type InterruptingProxy = Awaited<ReturnType<typeof startInterruptingProxy>>;

type Armed = Pick<Interruption, "after" | "method" | "moment"> & { act: Act };

/** Starts a proxy that can interrupt one request of a command. */
export async function startInterruptingProxy(target: string) {
  let armed: Armed | undefined;
  let acting: Promise<unknown> = Promise.resolve();
  const agent = new Agent({ keepAlive: true });
  const takeArmed = (method: string | undefined): Armed | undefined => {
    const found = armed;
    if (!found || (found.method && found.method !== method) || found.after-- > 0) return undefined;
    armed = undefined;
    return found;
  };
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const found = takeArmed(request.method);
    const isHeld = async (moment: Interruption["moment"]) => {
      if (found?.moment !== moment) return false;
      const act = found.act();
      acting = act;
      return (await act) === "hold";
    };
    if (await isHeld("before")) return;
    const answer = await answerOf(`${target}${request.url}`, agent, request, Buffer.concat(parts));
    if (await isHeld("landed")) return void answer.resume();
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.once("error", () => response.destroy());
    answer.pipe(response);
    await new Promise((resolve) => response.once("close", resolve));
    await isHeld("answered");
  };
  const server = createServer((request, response) => {
    // A killed client does not send its whole body.
    pass(request, response).catch(() => response.destroy());
  });
  const open = () => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    return closed;
  };
  await open();
  return {
    baseUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Plans one interruption of the next command. */
    arm: ({ after, method, moment }: Interruption, act: Act) => {
      armed = { after, method, moment, act };
    },
    /** Cancels the interruption, or waits for its end. */
    disarm: () => {
      armed = undefined;
      return acting;
    },
    /** Cuts all connections and moves to another port, out of reach of the previous client. */
    move: async () => {
      await close();
      await open();
    },
    close: async () => {
      agent.destroy();
      await close();
    },
  };
}

function answerOf(url: string, agent: Agent, { method, headers }: IncomingMessage, body: Buffer) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const upstream = send(url, { method, headers, agent });
    upstream.once("response", resolve).once("error", reject);
    upstream.end(body);
  });
}
