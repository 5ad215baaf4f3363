import * as grpc from "@grpc/grpc-js";
import * as engineRpc from "@pulumi/pulumi/proto/engine_grpc_pb";
import * as engine from "@pulumi/pulumi/proto/engine_pb";
import type { Audience } from "../../session.js";

// The engine is on this machine; without this, proxy variables would send its address to the proxy.
const direct = { "grpc.enable_http_proxy": 0 };

/** Tells the user of an operation something, as lines of the engine's own output beside the resource. */
export class EngineLog {
  #client: engineRpc.EngineClient | undefined;

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

  #log(urn: string, message: string, severity: engine.LogSeverity, ephemeral: boolean): void {
    const request = new engine.LogRequest();
    request.setUrn(urn);
    request.setMessage(message);
    request.setSeverity(severity);
    request.setEphemeral(ephemeral);
    // An engine that does not listen any more needs no words.
    this.#client?.log(request, () => {});
  }
}
