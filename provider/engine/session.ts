import { setMaxListeners } from "node:events";
import { now, operationTimeouts, readyTimeout, secretsOf } from "../api/call.js";
import { ApiClient, type Call } from "../api/client.js";
import type { ApiObject } from "../api/input/apiObject.js";
import { maxOperationSecretCharacters, maxSecretCharacters } from "../api/input/sizeLimits.js";
import { BulkReader } from "../api/lists/bulkReader.js";
import { operationSecrets, type Secrets } from "../api/output/redaction.js";
import { Discovery, PlatformIdentity } from "../api/platformIdentity.js";
import { type Config, secretSettingPaths } from "../config/config.js";
import { InitFailure } from "../objects/lifecycle/initFailure.js";
import { resourcePaths } from "../objects/lifecycle/lifecycle.js";
import { assertPinnedPlatform } from "../objects/lifecycle/samePlatform.js";
import { messageOf } from "../objects/messages/messages.js";
import type { Context, Owner } from "../objects/operation.js";
import type { Resource } from "../objects/resource.js";
import { ResourceError } from "../objects/resourceError.js";
import { type Path, type Properties, textsAt } from "../objects/values.js";
import { decodedText } from "../objects/wire/byteFields.js";
import { npmName, version } from "../packageNames.js";
import { settingKey } from "../settingNames.js";
import { platformIn } from "./reservedState.js";

// Masking many megabytes would exhaust time and memory. These texts complete "returned …".
const tooLongSecrets = `an object whose secrets have more than ${maxSecretCharacters} characters`;

const tooManySecrets = `secrets of more than ${maxOperationSecretCharacters} characters in the objects of one operation`;

/** Receives the messages of an operation. */
export interface Diagnostics {
  warn(message: string): void;
  /** A message that needs no reaction. */
  inform(message: string): void;
  /** Progress, which the next message replaces. */
  status(message: string): void;
}

/** The values from which the context of an operation or a lookup is made. */
export interface ContextRequest {
  readonly method: keyof typeof operationTimeouts;
  readonly owner: Owner;
  /** Seconds, from customTimeouts; 0 or absent for the default. */
  readonly timeout?: number | undefined;
  /** Texts to mask in messages. */
  readonly secrets: readonly string[];
  /** Property paths of all secrets, also of those that responses will have. */
  readonly secretPaths: readonly Path[];
  /** Absent from a lookup. */
  readonly resource?: Resource;
  readonly diagnostics: Diagnostics;
}

/** Seconds. Any write gets readyTimeout if the type waits until its objects are ready. */
function defaultTimeout(method: ContextRequest["method"], resource: Resource | undefined): number {
  // A stored resource waits if it has phases. A custom one has no plural and sets isAwaited.
  const isAwaited = resource?.plural === undefined ? resource?.isAwaited : resource.phases !== undefined;
  return isAwaited && method !== "read" ? readyTimeout : operationTimeouts[method];
}

/** A configured provider: one platform, one pool of connections, one cancellation. */
export class Session {
  readonly config: Config;
  readonly #client: ApiClient;
  readonly #discovery: Discovery;
  readonly #identity: PlatformIdentity;
  readonly #bulkReader: BulkReader;
  readonly #shownWarnings: Set<string>;
  readonly #cancellation = new AbortController();

  /** Warnings in `shownWarnings` are not shown again. Sessions can share the set. */
  constructor(config: Config, shownWarnings = new Set<string>()) {
    this.config = config;
    this.#shownWarnings = shownWarnings;
    // Each running operation adds a listener. From eleven on, Node.js would warn of a leak.
    setMaxListeners(0, this.#cancellation.signal);
    this.#client = new ApiClient({ ...config, userAgent: `${npmName}/${version}` });
    this.#discovery = new Discovery(this.#client);
    this.#identity = new PlatformIdentity(this.#client, this.#discovery);
    this.#bulkReader = new BulkReader(this.#client);
  }

  /** The context of one operation or lookup. */
  context(request: ContextRequest): Context {
    const { method, owner, timeout, secrets, secretPaths } = request;
    const masked = operationSecrets([...textsAt(this.config, secretSettingPaths), ...secrets.flatMap(withDecoded)]);
    const diagnostics = redacted(request.diagnostics, masked);
    const { resource } = request;
    // A lookup has no resource type: assume that each field has its own name in the spec.
    const inObject = (path: Path) => (resource ? resourcePaths(resource, this.config, path) : [["spec", ...path]]);
    const objectPaths = secretPaths.flatMap(inObject);
    const seconds = timeout || defaultTimeout(method, resource);
    const call: Call = {
      signal: this.#cancellation.signal,
      deadline: now() + seconds * 1000,
      secrets: masked,
      ...objectSecrets(masked, objectPaths),
      onWarning: diagnostics.warn,
      onRetry: diagnostics.status,
    };
    const warnOnce = (text: string) => this.#warnOnce(text, diagnostics);
    const { insecureSkipTlsVerify, loginWarnings = [] } = this.config;
    if (insecureSkipTlsVerify)
      warnOnce(
        `${settingKey("insecureSkipTlsVerify")} is set: certificates are not verified, so an attacker on the ` +
          `network can read the access key. Unset it, and set ${settingKey("certificateAuthority")} to the ` +
          "authority of the platform's certificate.",
      );
    for (const warning of loginWarnings) warnOnce(warning);
    const platform = {
      client: this.#client,
      config: this.config,
      bulkReader: this.#bulkReader,
      discovery: this.#discovery,
      identity: this.#identity,
    };
    return { ...platform, owner, secretPaths, call, ...diagnostics, warnOnce };
  }

  /** Warns once if the state of a resource has another address of the platform. */
  warnOfAddress(state: Properties, diagnostics: Diagnostics): void {
    const { address } = platformIn(state);
    const { baseUrl } = this.config;
    if (address === undefined || address === baseUrl) return;
    this.#warnOnce(
      `The address of the platform changes from ${address} to ${baseUrl}. No object is moved, replaced or ` +
        "deleted for that. If it is the same platform, run pulumi refresh. If it is another one, undo the " +
        "change: refresh, updates and deletes of the objects made before fail there. To move a resource, " +
        "give it the other Provider in the program and run pulumi up --replace with its URN.",
      diagnostics,
    );
  }

  /** Warns once that the resource was not read, although the settings ask for it. */
  warnOfMissingRead({ readFirst }: Pick<Resource, "readFirst">, diagnostics: Diagnostics): void {
    if (readFirst?.(this.config))
      this.#warnOnce(
        `${settingKey("refreshKeys")} has no effect yet on keys that the state had before the setting: they ` +
          "were not read. Run pulumi up, then pulumi refresh once.",
        diagnostics,
      );
  }

  #warnOnce(message: string, diagnostics: Diagnostics): void {
    if (addIfNew(this.#shownWarnings, message)) diagnostics.warn(message);
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

/** Adds a text to a set. Returns whether it was new. */
export function addIfNew(texts: Set<string>, text: string): boolean {
  if (texts.has(text)) return false;
  texts.add(text);
  return true;
}

/** A secret and, if it is in base64, the text that it encodes: an error may quote either. */
const withDecoded = (secret: string): string[] => [secret, decodedText(secret) ?? secret];

/** Callbacks that add the secrets of each response to `masked`, and reject too many of them. */
function objectSecrets(masked: Secrets, objectPaths: readonly Path[]): Pick<Call, "validate" | "onObject"> {
  const seen = new Set<string>();
  let characters = 0;
  const lengthOf = (texts: Iterable<string>) => [...texts].reduce((sum, { length }) => sum + length, 0);
  // A Set: the inputs and the state may mark the same path, whose text must count once.
  const textsOf = (object: ApiObject) => new Set(textsAt(object, objectPaths).flatMap(withDecoded));
  const newTextsOf = (object: ApiObject) => [...textsOf(object)].filter((text) => !seen.has(text));
  return {
    validate: (object) => {
      if (lengthOf(textsOf(object)) > maxSecretCharacters) return tooLongSecrets;
      return characters + lengthOf(newTextsOf(object)) > maxOperationSecretCharacters ? tooManySecrets : undefined;
    },
    // The object's secret may differ from the recorded one, and later responses may quote it.
    onObject: (object) => {
      for (const text of newTextsOf(object)) {
        seen.add(text);
        characters += text.length;
        masked.add(text);
      }
    },
  };
}

/** Diagnostics that mask secrets and escape control characters in all messages. */
function redacted(diagnostics: Diagnostics, secrets: Secrets): Diagnostics {
  const redact = (message: string) => secrets.redact(message, "provider");
  return {
    warn: (message) => diagnostics.warn(redact(message)),
    inform: (message) => diagnostics.inform(redact(message)),
    status: (message) => diagnostics.status(redact(message)),
  };
}

/**
 * Runs an operation after a check of the setting `platformId`. Masks secrets and escapes control
 * characters in the message of every failure.
 */
export async function runGuarded<T>(context: Context, run: () => Promise<T>): Promise<T> {
  try {
    await assertPinnedPlatform(context);
    return await run();
  } catch (error) {
    const secrets = secretsOf(context.call, context.config);
    if (!(error instanceof InitFailure))
      throw new ResourceError(secrets.redact(messageOf(error), "provider"), { cause: error });
    const reasons = error.reasons.map((reason) => secrets.redact(reason, "provider"));
    throw new InitFailure(error.stored, reasons, { cause: error });
  }
}
