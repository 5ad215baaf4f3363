import * as grpc from "@grpc/grpc-js";

type Service = grpc.UntypedServiceImplementation;
type Handler = (call: unknown, answer?: grpc.sendUnaryData<unknown>) => void;

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
    // What it fails with, the first request is answered.
    setImmediate(() => {
      try {
        this.load();
      } catch {}
    });
  }

  /** Loads it, unless it is there. */
  load(): Service {
    this.#service ??= this.#load();
    return this.#service;
  }

  #method(name: string, path: string): Handler {
    return (call, answer) => {
      const method = this.load()[name] as Handler | undefined;
      if (method) method(call, answer);
      else answer?.(unimplemented(path));
    };
  }
}

const unimplemented = (path: string) => ({
  code: grpc.status.UNIMPLEMENTED,
  details: `The server does not implement the method ${path}`,
});
