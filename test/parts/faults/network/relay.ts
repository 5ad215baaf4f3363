import http from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Pair } from "../../../support/certificates";
import { statusBody } from "../../../support/statusBody";

/** A request that the relay received. */
export interface Arrival {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Whether an earlier request came on the same connection. */
  readonly isReused: boolean;
  /** Whether the fault occurred. */
  isFaulty?: boolean;
  /** Epoch milliseconds of the end of the Retry-After. */
  notBefore?: number;
}

/** The fault of a request. */
export interface Fault {
  /** Whether the platform handles the request. */
  readonly isDone?: boolean;
  readonly way?: Way;
  /** The response, which may depend on the platform's own. */
  answer?(arrival: Arrival, own: Answer): Answer;
  /** Epoch milliseconds of the end of the Retry-After. */
  notBefore?(now: number): number;
}

/** A fault for requests of one object. */
export interface Trap {
  readonly fault: Fault;
  hits(arrival: Arrival): boolean;
  /** Remaining occurrences. */
  times: number;
  /** Runs right before the request is handled. */
  readonly meanwhile?: (() => Promise<unknown>) | undefined;
}

const none: Answer = { status: 200, headers: {}, body: "{}" };
const nameForm = /cell-\d+-[a-z]+/;

/** Options of a relay. */
export interface RelayOptions {
  /** By HTTPS, with this certificate. */
  readonly tls?: Pair;
  /** On a new connection for each request. */
  readonly closesConnections?: boolean;
}

/** Starts a relay to a platform on this machine. */
export async function startFaultyRelay(target: string, options: RelayOptions = {}): Promise<FaultyRelay> {
  const relay = new FaultyRelay(target, options);
  await relay.open();
  return relay;
}

/** Injects faults before the platform, per object: a request belongs to the object it names. */
export class FaultyRelay {
  /** All requests by object; "" where a request names none. */
  readonly arrivals = new Map<string, Arrival[]>();
  readonly traps = new Map<string, Trap>();
  port = 0;
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #waiting = new Set<() => void>();
  readonly #used = new WeakSet<Socket>();
  readonly #open = new Set<Socket>();
  readonly #server: http.Server | https.Server;

  constructor(
    readonly target: string,
    readonly options: RelayOptions,
  ) {
    const listener = (request: http.IncomingMessage, response: http.ServerResponse) => {
      this.#handle(request, response).catch(() => response.destroy());
    };
    const { tls } = options;
    this.#server = tls ? https.createServer(tls, listener) : http.createServer(listener);
    this.#server.keepAliveTimeout = 120_000;
    this.#server.on(tls ? "secureConnection" : "connection", (socket: Socket) => {
      this.#open.add(socket);
      socket.on("error", () => socket.destroy()).on("close", () => this.#open.delete(socket));
    });
  }

  get baseUrl() {
    return `${this.options.tls ? "https" : "http"}://127.0.0.1:${this.port}`;
  }

  /** Resolves when that many requests for the object have come. */
  arrived(name: string, count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if ((this.arrivals.get(name)?.length ?? 0) >= count) resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  async open(): Promise<void> {
    if (this.#server.listening) return;
    await new Promise<void>((resolve) => this.#server.listen(this.port, "127.0.0.1", resolve));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  /** Ends all connections, on which nothing may be under way, and refuses new ones. */
  async refuse(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    // An orderly end: no request may be sent on a closed connection.
    for (const socket of this.#open) socket.end();
    await closed;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await this.refuse();
    this.#agent.destroy();
  }

  async #handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { socket, method = "", url: path = "", headers } = request;
    if (this.options.closesConnections) response.setHeader("connection", "close");
    const isReused = this.#used.has(socket);
    this.#used.add(socket);
    let body = "";
    for await (const chunk of request) body += chunk;
    const arrival: Arrival = { method, path, headers, body, at: Date.now(), isReused };
    const name = nameForm.exec(decodeURIComponent(path))?.[0] ?? nameForm.exec(body)?.[0] ?? "";
    const trap = this.traps.get(name);
    const isTrapped = trap !== undefined && trap.times > 0 && trap.hits(arrival);
    if (isTrapped) this.#spring(trap, arrival);
    this.#note(name, arrival);
    if (isTrapped) await trap.meanwhile?.();
    await this.#answer(arrival, response, isTrapped ? trap.fault : { isDone: true });
  }

  #spring(trap: Trap, arrival: Arrival): void {
    trap.times--;
    arrival.isFaulty = true;
    const notBefore = trap.fault.notBefore?.(arrival.at);
    if (notBefore !== undefined) arrival.notBefore = notBefore;
  }

  async #answer(arrival: Arrival, response: http.ServerResponse, fault: Fault): Promise<void> {
    const own = fault.isDone ? await this.#forward(arrival) : none;
    reply(response, fault.way ?? "whole", fault.answer?.(arrival, own) ?? own);
  }

  #note(name: string, arrival: Arrival): void {
    this.arrivals.set(name, [...(this.arrivals.get(name) ?? []), arrival]);
    for (const look of this.#waiting) look();
  }

  #forward({ method, path, headers, body }: Arrival): Promise<Answer> {
    const { host: _host, connection: _connection, ...rest } = headers;
    return new Promise((resolve, reject) => {
      const options = { method, headers: rest, agent: this.#agent };
      const request = http.request(`${this.target}${path}`, options, async (answer) => {
        let text = "";
        for await (const chunk of answer.setEncoding("utf8")) text += chunk;
        const type = answer.headers["content-type"] ?? "application/json";
        resolve({ status: answer.statusCode ?? 0, headers: { "content-type": type }, body: text });
      });
      request.on("error", reject).end(body);
    });
  }
}

/** A Status as the API answers it. */
export const statusAnswer = (code: number, reason: string, message: string, details: object = {}): Answer => ({
  status: code,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(statusBody(code, reason, message, details)),
});

/** A response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * What a client sees of a response. reset: RST. end: FIN. stall: no byte arrives.
 * stallBody: half of the body arrives. cutChunk: the connection ends inside a chunk.
 * cutLength: it ends before the announced length. surplus: twice the announced length arrives.
 */
export type Way = "whole" | "reset" | "end" | "stall" | "stallBody" | "cutChunk" | "cutLength" | "surplus";

/** Sends a response in one of these ways, below HTTP where necessary. */
function reply(response: http.ServerResponse, way: Way, { status, headers, body }: Answer): void {
  if (way === "whole") response.writeHead(status, headers).end(body);
  else if (response.socket)
    onSocket[way](response.socket, `HTTP/1.1 ${status} Of a test\r\ncontent-type: application/json\r\n`, body);
}

const halfOf = (body: string) => body.slice(0, Math.ceil(body.length / 2));
const withLength = (head: string, length: number) => `${head}content-length: ${length}\r\n\r\n`;

const onSocket: Record<Exclude<Way, "whole">, (socket: Socket, head: string, body: string) => unknown> = {
  reset: (socket) => socket.resetAndDestroy(),
  end: (socket) => socket.end(),
  stall: () => {},
  stallBody: (socket, head, body) => socket.write(withLength(head, Buffer.byteLength(body)) + halfOf(body)),
  cutChunk: (socket, head, body) =>
    socket.end(`${head}transfer-encoding: chunked\r\n\r\n${Buffer.byteLength(body).toString(16)}\r\n${halfOf(body)}`),
  cutLength: (socket, head, body) => socket.end(withLength(head, Buffer.byteLength(body) + 100) + body),
  surplus: (socket, head, body) => socket.write(withLength(head, Buffer.byteLength(halfOf(body))) + body),
};
