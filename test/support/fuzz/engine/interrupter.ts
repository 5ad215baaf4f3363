import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import type { Interruption } from "../sequence";

/** What happens then; says whether the request, or its answer, goes on its way: what a killed provider sent goes nowhere. */
export type Act = () => Promise<"go on" | "drop">;

/** Stands between the provider and the platform, so that something can happen in the middle of a command. */
export interface Interrupter {
  baseUrl: string;
  /** In the next command this happens once. */
  arm(interruption: Interruption, act: Act): void;
  disarm(): void;
  close(): Promise<void>;
}

interface Exchange {
  target: string;
  request: IncomingMessage;
  response: ServerResponse;
  armed: Armed | undefined;
}

interface Armed extends Interruption {
  act: Act;
}

/** Starts an interrupter before a platform; what goes wrong behind it, goes wrong before it in the same way. */
export async function startInterrupter(target: string): Promise<Interrupter> {
  let next: Armed | undefined;
  const take = (method: string | undefined): Armed | undefined => {
    if (!next || (next.method && next.method !== method) || next.after-- > 0) return undefined;
    const taken = next;
    next = undefined;
    return taken;
  };
  const server = createServer((request, response) => {
    pass({ target, request, response, armed: take(request.method) }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arm(interruption, act) {
      next = { ...interruption, act };
    },
    disarm() {
      next = undefined;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function pass(exchange: Exchange): Promise<void> {
  const { response } = exchange;
  if ((await actAt("before", exchange)) === "drop") return void response.destroy();
  const answer = await answerOf(exchange);
  const isDropped = (await actAt("landed", exchange)) === "drop";
  if (isDropped) answer.destroy();
  if (isDropped) return void response.destroy();
  response.writeHead(answer.statusCode ?? 500, answer.headers);
  answer.once("error", () => response.destroy());
  answer.pipe(response);
  await new Promise((resolve) => response.once("close", resolve));
  await actAt("answered", exchange);
}

/** What happens at this moment, if it is the one. */
const actAt = async (moment: Interruption["moment"], { armed }: Exchange) =>
  armed?.moment === moment ? armed.act() : "go on";

function answerOf({ target, request }: Exchange): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = request;
    const upstream = send(`${target}${url}`, { method, headers, agent: false });
    upstream.once("response", resolve).once("error", reject);
    request.pipe(upstream);
  });
}
