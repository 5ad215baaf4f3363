import { type OperationContext, ResourceError } from "../../objects/operation.js";
import { textsAt } from "../../objects/values.js";
import type { Resource } from "../../resources/resource.js";
import type { OperationRequest } from "../../session.js";
import { ownerOf } from "../ownerOf.js";
import { allSecrets, type Decoded } from "../values.js";
import { notConfigured } from "../words.js";
import type { Declarations } from "./declarations.js";
import type { EngineLog } from "./engineLog.js";
import { toServiceError } from "./protocol.js";
import type { Sessions } from "./sessions.js";

/** The common fields of requests about one resource. */
export interface OperationMessage {
  getUrn(): string;
  /** Absent from a create. */
  getId?(): string;
  /** Seconds; 0 if not set. Absent from a read of old libraries, such as 3.216. */
  getTimeout?(): number;
}

/** The parts of an operation. */
export interface OperationParts {
  readonly kind: OperationRequest["kind"];
  readonly resource: Resource;
  readonly request: OperationMessage;
  readonly decoded: readonly Decoded[];
  readonly ignoreChanges: readonly string[];
}

/** The state of the plugin that operations share. */
export interface Surroundings {
  readonly sessions: Sessions;
  readonly declared: Declarations;
  readonly log: EngineLog;
}

/** One request about one resource, in the session that is current at its start. */
export class Operation {
  readonly resource: Resource;
  readonly secrets: ReturnType<typeof allSecrets>;
  readonly #surroundings: Surroundings;
  readonly #parts: OperationParts;

  constructor(surroundings: Surroundings, parts: OperationParts) {
    this.#surroundings = surroundings;
    this.#parts = parts;
    this.resource = parts.resource;
    this.secrets = allSecrets(parts.resource, ...parts.decoded);
  }

  /** Runs the operation. Failures become gRPC errors. */
  async run<T>(use: (context: OperationContext) => Promise<T>): Promise<T> {
    return use(this.#context()).catch((error: unknown) => {
      throw toServiceError(error, this.secrets, this.readsFirst());
    });
  }

  /** Runs the dry run of a preview, unless some settings are still unknown. */
  async rehearse(use: (context: OperationContext) => Promise<void>): Promise<void> {
    if (this.#surroundings.sessions.current) await this.run(use);
  }

  /** Whether the engine has to read before an update. */
  readsFirst(): boolean {
    const session = this.#surroundings.sessions.current;
    return session !== undefined && (this.resource.readFirst?.(session.config) ?? false);
  }

  #context(): OperationContext {
    const { sessions, declared, log } = this.#surroundings;
    const { kind, request, decoded, ignoreChanges } = this.#parts;
    const session = sessions.current;
    if (!session) throw new ResourceError(notConfigured);
    const [urn, id] = [request.getUrn(), request.getId?.() ?? ""];
    const state = decoded[0]?.properties ?? {};
    return session.context({
      kind,
      owner: ownerOf(urn),
      timeout: request.getTimeout?.(),
      secrets: decoded.flatMap(({ properties }) => textsAt(properties, this.secrets)),
      secretPaths: this.secrets,
      objectPaths: (path, config) => this.resource.objectPaths(config, path),
      ignoreChanges,
      replacedBy: kind === "delete" ? declared.of(urn, id) : undefined,
      heldBy: kind === "delete" ? declared.holderOf(urn, { id, state }) : undefined,
      audience: log.audience(urn),
    });
  }
}
