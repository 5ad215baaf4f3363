import type { EventEmitter } from "node:events";
import * as grpc from "@grpc/grpc-js";

type Service = grpc.UntypedServiceImplementation;
type Handler = (call: EventEmitter, answer?: grpc.sendUnaryData<unknown>) => void;

/** The methods of a service that is loaded after its server listens, or with the first request. */
export class LateService {
  /** One for each method of the definition; those that the service lacks answer "unimplemented". */
  readonly methods: Service;
  readonly #load: () => Service;
  #service: Service | undefined;

  constructor(definition: grpc.ServiceDefinition, load: () => Service) {
    this.#load = load;
    const methods = Object.entries(definition).map(([name, { path }]) => [name, this.#method(name, path)] as const);
    this.methods = Object.fromEntries(methods);
  }

  /** Loads it as soon as there is nothing else to do. */
  loadSoon(): void {
    setImmediate(() => {
      try {
        this.load();
      } catch (error) {
        // The engine shows it beside whatever it asked for, or alone.
        process.stderr.write(`pulumi-resource-platform cannot work: ${(error as Error).message}\n`);
      }
    });
  }

  /** Loads it, unless it is there. */
  load(): Service {
    this.#service ??= this.#load();
    return this.#service;
  }

  #method(name: string, path: string): Handler {
    return (call, answer) => {
      const fail = (code: grpc.status, details: string) =>
        answer ? answer({ code, details }) : call.emit("error", { code, details });
      try {
        const method = this.load()[name] as Handler | undefined;
        if (method) method(call, answer);
        else fail(grpc.status.UNIMPLEMENTED, `The server does not implement the method ${path}`);
      } catch (error) {
        fail(grpc.status.INTERNAL, `The provider cannot be loaded: ${(error as Error).message}`);
      }
    };
  }
}
