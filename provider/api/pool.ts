import type { Agent, Dispatcher } from "undici";
import type { ClientOptions } from "./call.js";
import { Concurrency, type Leave } from "./concurrency.js";
import { connectorTo } from "./connector.js";

const limits = { connections: 16, connectTimeoutMs: 10_000 };

/** The connections to one platform, kept alive; made with the first request, since a preview sends none. */
export class Pool {
  readonly #baseUrl: string;
  readonly #options: ClientOptions;
  readonly #timeoutMs: number;
  readonly #concurrency: Concurrency;
  #agent: Agent | undefined;

  constructor(baseUrl: string, options: ClientOptions, timeoutMs: number) {
    this.#baseUrl = baseUrl;
    this.#options = options;
    this.#timeoutMs = timeoutMs;
    this.#concurrency = new Concurrency(limits.connections);
  }

  /** Waits until one more request may be sent, or the caller gives up. */
  enter(patienceMs: number, signal: AbortSignal | undefined): Promise<Leave> {
    return this.#concurrency.enter(patienceMs, signal);
  }

  /** Sends a request; the handler hears what becomes of it. */
  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#agent ??= this.#connected();
    this.#agent.dispatch(request, handler);
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.#agent?.destroy();
  }

  #connected(): Agent {
    const { Agent, buildConnector } = require("undici") as typeof import("undici");
    const connectTimeoutMs = Math.min(limits.connectTimeoutMs, this.#timeoutMs);
    return new Agent({
      connections: limits.connections,
      headersTimeout: this.#timeoutMs,
      bodyTimeout: this.#timeoutMs,
      connect: connectorTo(this.#baseUrl, this.#options, connectTimeoutMs, buildConnector),
    });
  }
}
