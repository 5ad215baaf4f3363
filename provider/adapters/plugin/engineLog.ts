import * as grpc from "@grpc/grpc-js";
import * as engineRpc from "@pulumi/pulumi/proto/engine_grpc_pb";
import * as engine from "@pulumi/pulumi/proto/engine_pb";
import type { Diagnostics } from "../../engine/session.js";
import { engineChannelOptions } from "./engineWatchdog.js";

/** Timeout of a message to the engine in milliseconds. */
const logTimeoutMs = 5000;

/** How the engine shows a message. It removes an ephemeral one after the operation. */
interface MessageKind {
  readonly severity: engine.LogSeverity;
  readonly ephemeral: boolean;
}

/** Sends messages about resources to the engine, which shows them. */
export class EngineLog {
  #client: engineRpc.EngineClient | undefined;
  readonly #pending = new Set<Promise<void>>();

  /** Connects to an engine. Closes the previous connection. */
  attach(address: string): void {
    this.#client?.close();
    this.#client = new engineRpc.EngineClient(address, grpc.credentials.createInsecure(), engineChannelOptions);
  }

  /** The diagnostics of an operation on this resource; an empty URN is the whole stack. */
  diagnostics(urn: string): Diagnostics {
    return {
      warn: (message) => this.#log(urn, message, { severity: engine.LogSeverity.WARNING, ephemeral: false }),
      inform: (message) => this.#log(urn, message, { severity: engine.LogSeverity.INFO, ephemeral: false }),
      status: (message) => this.#log(urn, message, { severity: engine.LogSeverity.INFO, ephemeral: true }),
    };
  }

  /** Waits until each pending message is delivered, fails or times out. */
  async waitUntilDelivered(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #log(urn: string, message: string, { severity, ephemeral }: MessageKind): void {
    const request = new engine.LogRequest();
    request.setUrn(urn);
    request.setMessage(message);
    request.setSeverity(severity);
    request.setEphemeral(ephemeral);
    const delivery = this.#send(request).finally(() => this.#pending.delete(delivery));
    this.#pending.add(delivery);
  }

  /** Sends one message. Never rejects: if the engine cannot be reached, the message is lost. */
  #send(request: engine.LogRequest): Promise<void> {
    const client = this.#client;
    if (!client) return Promise.resolve();
    return new Promise((resolve) => {
      // Not a deadline of gRPC: it uses the wall clock, so a clock change could cancel the call.
      const timeout = setTimeout(() => call.cancel(), logTimeoutMs);
      const call = client.log(request, () => {
        clearTimeout(timeout);
        resolve();
      });
    });
  }
}
