import { setMaxListeners } from "node:events";
import { ApiClient, type Call } from "../api/client.js";
import { DryRunProbe } from "../api/dryRunProbe.js";
import { type ApiObject, maxSecretCharacters } from "../api/input/apiObject.js";
import { BulkReader } from "../api/lists/bulkReader.js";
import { Secrets } from "../api/output/secrets.js";
import { PlatformIdentity } from "../api/platformIdentity.js";
import { now } from "../api/transport/clock.js";
import type { Config } from "../config/config.js";
import { npmName, settingKey, version } from "../identity.js";
import { isFirst, type Lifecycle, type OperationContext, type Owner } from "../objects/operation.js";
import { type Path, type Properties, parsePath, textsAt } from "../objects/values.js";

/** How long an operation may take unless customTimeouts says otherwise, in seconds. */
export const defaultTimeouts = { create: 300, read: 120, update: 300, delete: 600 } as const;

// Masking many megabytes would exhaust time and memory.
const tooLongSecrets = `an object whose secrets have more than ${maxSecretCharacters} characters`;

// A platform can answer each read of an object with other secrets.
export const mostOfOperation = 4 * maxSecretCharacters;
const tooManySecrets = `secrets of more than ${mostOfOperation} characters in the objects of one operation`;

const insecure =
  `${settingKey("insecureSkipTlsVerify")} is set, so nobody verifies that it is the platform that gets the access key. For other than trials, ` +
  `unset it and set ${settingKey("certificateAuthority")} to the authority of the platform's certificate.`;

/** Receives the messages of an operation. */
export interface Diagnostics {
  warn(message: string): void;
  /** A message that needs no reaction. */
  inform(message: string): void;
  /** Progress, which the next message replaces. */
  status(message: string): void;
}

/** The request of one operation. */
export interface OperationRequest {
  readonly kind: keyof typeof defaultTimeouts;
  readonly owner: Owner;
  /** Seconds, from customTimeouts; 0 or absent for the default. */
  readonly timeout?: number | undefined;
  /** Values that no message may show, and where they stand. */
  readonly secrets: readonly string[];
  readonly secretPaths: readonly Path[];
  /** The resource that it is for, if it is for one; it knows where an object has a property. */
  readonly resource?: Pick<Lifecycle, "objectPaths">;
  /** Property paths of the ignoreChanges option. */
  readonly ignoreChanges?: readonly string[] | undefined;
  /** What the program declares in place of what is deleted. */
  readonly replacedBy?: Properties | undefined;
  /** Name of the resource of the program that has the object of a delete. */
  readonly heldBy?: string | undefined;
  readonly diagnostics: Diagnostics;
}

/** A configured provider: one platform, one pool of connections, one cancellation. */
export class Session {
  readonly config: Config;
  readonly #client: ApiClient;
  readonly #dryRunProbe: DryRunProbe;
  readonly #identity: PlatformIdentity;
  readonly #bulkReader: BulkReader;
  readonly #told: Set<string>;
  readonly #cancellation = new AbortController();

  /** `told` are the warnings that were given already, and need no second time. */
  constructor(config: Config, told = new Set<string>()) {
    this.config = config;
    this.#told = told;
    // Every running operation listens. Node.js would warn of a leak from eleven on.
    setMaxListeners(0, this.#cancellation.signal);
    this.#client = new ApiClient({ ...config, userAgent: `${npmName}/${version}` });
    this.#dryRunProbe = new DryRunProbe(this.#client);
    this.#identity = new PlatformIdentity(this.#client);
    this.#bulkReader = new BulkReader(this.#client);
  }

  /** The context of one operation. */
  context(request: OperationRequest): OperationContext {
    const { kind, owner, timeout, secrets, secretPaths, replacedBy, heldBy } = request;
    const concealed = new Secrets([this.config.accessKey, ...secrets]);
    const diagnostics = safe(request.diagnostics, concealed);
    const places = secretPaths.flatMap(
      (path) => request.resource?.objectPaths(this.config, path) ?? [["spec", ...path]],
    );
    const ignored = (request.ignoreChanges ?? []).map(parsePath);
    const seconds = timeout || defaultTimeouts[kind];
    const call: Call = {
      signal: this.#cancellation.signal,
      deadline: now() + seconds * 1000,
      secrets: concealed,
      ...secretsOfObjects(places, concealed),
      onWarning: diagnostics.warn,
      onRetry: diagnostics.status,
    };
    const warnOnce = (message: string) => this.#warnOnce(message, diagnostics);
    if (this.config.insecureSkipTlsVerify) warnOnce(insecure);
    const [client, bulkReader, dryRunProbe] = [this.#client, this.#bulkReader, this.#dryRunProbe];
    const platform = { client, config: this.config, bulkReader, dryRunProbe, identity: this.#identity };
    return { ...platform, owner, secretPaths, ignored, replacedBy, heldBy, call, ...diagnostics, warnOnce };
  }

  #warnOnce(message: string, diagnostics: Diagnostics): void {
    if (isFirst(this.#told, message)) diagnostics.warn(message);
  }

  /** Stops all operations. The session cannot be used afterwards. */
  cancel(): void {
    this.#cancellation.abort();
  }

  /** Closes the connections. No operation may be running or start later. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

/** Adds the secrets of all objects of an operation to those that are masked, up to a limit. */
function secretsOfObjects(places: readonly Path[], concealed: Secrets): Pick<Call, "validate" | "onObject"> {
  const known = new Set<string>();
  let characters = 0;
  const lengthOf = (texts: Iterable<string>) => [...texts].reduce((sum, { length }) => sum + length, 0);
  // One path may be given many times, as the inputs and the state have it.
  const textsOf = (object: ApiObject) => new Set(textsAt(object, places));
  const unknownOf = (object: ApiObject) => [...textsOf(object)].filter((text) => !known.has(text));
  return {
    validate: (object) => {
      if (lengthOf(textsOf(object)) > maxSecretCharacters) return tooLongSecrets;
      return characters + lengthOf(unknownOf(object)) > mostOfOperation ? tooManySecrets : undefined;
    },
    // A secret may have changed since it was recorded, and the platform may quote it from now on.
    onObject: (object) => {
      for (const text of unknownOf(object)) {
        known.add(text);
        characters += text.length;
        concealed.add(text);
      }
    },
  };
}

/** Masks secrets and escapes texts of the platform in all messages. */
function safe(diagnostics: Diagnostics, secrets: Secrets): Diagnostics {
  const shown = (message: string) => secrets.redact(message, "us");
  return {
    warn: (message) => diagnostics.warn(shown(message)),
    inform: (message) => diagnostics.inform(shown(message)),
    status: (message) => diagnostics.status(shown(message)),
  };
}
