import * as grpc from "@grpc/grpc-js";
import * as engineRpc from "@pulumi/pulumi/proto/engine_grpc_pb";
import * as engine from "@pulumi/pulumi/proto/engine_pb";
import type { Audience } from "../../session.js";
import { direct } from "./direct.js";

/** How long an engine that listens may take to hear a message. */
const patienceMs = 5000;

/** Tells the user of an operation something, as lines of the engine's own output beside the resource. */
export class EngineLog {
  #client: engineRpc.EngineClient | undefined;
  readonly #underWay = new Set<Promise<void>>();

  /** Talks to the engine at this address from now on. */
  attach(address: string): void {
    this.#client?.close();
    this.#client = new engineRpc.EngineClient(address, grpc.credentials.createInsecure(), direct);
  }

  /** Who listens to an operation on this resource. */
  audience(urn: string): Audience {
    return {
      warn: (message) => this.#log(urn, message, engine.LogSeverity.WARNING, false),
      inform: (message) => this.#log(urn, message, engine.LogSeverity.INFO, false),
      status: (message) => this.#log(urn, message, engine.LogSeverity.INFO, true),
    };
  }

  /** Waits until the engine has heard all that was said: after an answer it may be gone, and with it what it did not hear. */
  async delivered(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #log(urn: string, message: string, severity: engine.LogSeverity, ephemeral: boolean): void {
    const request = new engine.LogRequest();
    request.setUrn(urn);
    request.setMessage(message);
    request.setSeverity(severity);
    request.setEphemeral(ephemeral);
    const delivery = this.#send(request).finally(() => this.#underWay.delete(delivery));
    this.#underWay.add(delivery);
  }

  /** An engine that does not listen any more needs no words. */
  #send(request: engine.LogRequest): Promise<void> {
    const client = this.#client;
    if (!client) return Promise.resolve();
    return new Promise((resolve) => {
      // No deadline of gRPC's: it is a time of day, and a clock that is set forward would lose the message.
      const impatience = setTimeout(() => call.cancel(), patienceMs);
      const call = client.log(request, () => {
        clearTimeout(impatience);
        resolve();
      });
    });
  }
}
