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

/** What every request about one resource says of it. */
export interface OperationMessage {
  getUrn(): string;
  /** Absent from a create. */
  getId?(): string;
  /** Seconds; 0 where the program sets none. Absent from a read by libraries older than its timeout, such as 3.216. */
  getTimeout?(): number;
}

/** What an operation is made of. */
export interface OperationParts {
  readonly kind: OperationRequest["kind"];
  readonly resource: Resource;
  readonly request: OperationMessage;
  readonly decoded: readonly Decoded[];
  readonly ignoreChanges: readonly string[];
}

/** What the face knows beside the request. */
export interface Surroundings {
  readonly sessions: Sessions;
  readonly declared: Declarations;
  readonly log: EngineLog;
}

/** One request of the engine about one resource, run in the session that is current when it begins. */
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

  /** Does it; what goes wrong is an error as the engine takes it. */
  async run<T>(use: (context: OperationContext) => Promise<T>): Promise<T> {
    return use(this.#context()).catch((error: unknown) => {
      throw toServiceError(error, this.secrets, this.readsFirst());
    });
  }

  /** Tries it without doing it. Settings that depend on what is not created yet are unknown in a preview: there is nobody to ask. */
  async rehearse(use: (context: OperationContext) => Promise<void>): Promise<void> {
    if (this.#surroundings.sessions.current) await this.run(use);
  }

  /** Whether the engine is to read before it updates. */
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
    return session.context({
      kind,
      owner: ownerOf(urn),
      timeout: request.getTimeout?.(),
      secrets: decoded.flatMap(({ properties }) => textsAt(properties, this.secrets)),
      secretPaths: this.secrets,
      ignoreChanges,
      replacedBy: kind === "delete" ? declared.of(urn, id) : undefined,
      heldBy: kind === "delete" ? declared.holderOf(urn, id) : undefined,
      audience: log.audience(urn),
    });
  }
}
