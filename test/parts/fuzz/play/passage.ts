import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import type { Interruption } from "./sequence";

/** An action at a request: `stand` holds the request back, as a killed process does. */
export type Act = () => Promise<"go on" | "stand">;

/** The prefix of the stack that a request belongs to. */
export type PrefixOf = (request: IncomingMessage, body: Buffer) => string;

/** The connection from the provider to the platform, for one stack or for many at the same time. */
export type Passage = Awaited<ReturnType<typeof startPassage>>;

interface Armed {
  left: number;
  method: string | undefined;
  moment: Interruption["moment"];
  act: Act;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
  armed: Armed | undefined;
}

/** Starts a passage to a platform; errors behind it are passed on. */
export async function startPassage(target: string, prefixOf: PrefixOf) {
  const armed = new Map<string, Armed>();
  const standing = new Set<ServerResponse>();
  const agent = new Agent({ keepAlive: true });
  const takeArmed = (method: string | undefined, prefix: string): Armed | undefined => {
    const found = armed.get(prefix);
    if (!found || (found.method && found.method !== method) || found.left-- > 0) return undefined;
    armed.delete(prefix);
    return found;
  };
  const stand = (response: ServerResponse) => void standing.add(response);
  const passOne = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    const exchange = { request, response, body, armed: takeArmed(request.method, prefixOf(request, body)) };
    await pass(target, agent, exchange, stand);
  };
  // A killed client does not send its whole body.
  const server = createServer((request, response) => {
    passOne(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Plans one interruption of the next command of this stack. */
    arm: (prefix: string, { after, method, moment }: Interruption, act: Act) =>
      void armed.set(prefix, { left: after, method, moment, act }),
    disarm: (prefix: string) => void armed.delete(prefix),
    /** Cuts all requests that are held back. */
    cut() {
      for (const response of standing) response.destroy();
      standing.clear();
    },
    close() {
      agent.destroy();
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function pass(target: string, agent: Agent, exchange: Exchange, stand: (response: ServerResponse) => void) {
  const { response, armed } = exchange;
  const happens = async (moment: Interruption["moment"]) => (armed?.moment === moment ? await armed.act() : "go on");
  if ((await happens("before")) === "stand") return stand(response);
  const answer = await answerOf(target, agent, exchange);
  if ((await happens("landed")) === "stand") {
    answer.resume();
    return stand(response);
  }
  response.writeHead(answer.statusCode ?? 500, answer.headers);
  answer.once("error", () => response.destroy());
  answer.pipe(response);
  await new Promise((resolve) => response.once("close", resolve));
  await happens("answered");
}

function answerOf(target: string, agent: Agent, { request, body }: Exchange): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = request;
    const upstream = send(`${target}${url}`, { method, headers, agent });
    upstream.once("response", resolve).once("error", reject);
    upstream.end(body);
  });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** For many stacks: names begin with the stack's prefix, in the path or in the body of a create. */
export const prefixInNames: PrefixOf = ({ method, url = "" }, body) => {
  const path = url.split("?")[0] ?? "";
  const isCreate = method === "POST" && !path.endsWith("/importvirtualcluster");
  const name = isCreate ? String(JSON.parse(body.toString()).metadata?.name) : path;
  return /\b(f\d+)-/.exec(name)?.[1] ?? "";
};
