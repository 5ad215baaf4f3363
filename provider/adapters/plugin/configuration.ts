import { isDeepStrictEqual } from "node:util";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { secretSettingPaths } from "../../config/config.js";
import { resolveConfig, systemSources } from "../../config/resolveConfig.js";
import { Session } from "../../engine/session.js";
import { ResourceError } from "../../objects/resourceError.js";
import { type MarkedProperties, unknown } from "../../objects/values.js";
import { isDefaultProvider } from "../shared/declarations.js";
import { fromStruct, toStruct } from "./structs.js";

/** Validates all settings. The state keeps those of the request, not those of the environment. */
export function checkConfig(request: rpc.CheckRequest): rpc.CheckResponse {
  const news = fromStruct(request.getNews());
  const resolved = resolve(news, request.getUrn());
  const response = new rpc.CheckResponse();
  response.setInputs(toStruct(news.properties, [...news.secrets, ...secretSettingPaths]));
  const problems = "problems" in resolved ? resolved.problems : [];
  response.setFailuresList(problems.map(({ reason }) => checkFailure(reason)));
  return response;
}

/** The configured session, or undefined while a preview does not know all settings. */
export function configure(request: rpc.ConfigureRequest): Session | undefined {
  const resolved = resolve(fromStruct(request.getArgs()), request.getUrn());
  if ("problems" in resolved) throw new ResourceError(resolved.problems.map(({ reason }) => reason).join("\n"));
  return "config" in resolved ? new Session(resolved.config) : undefined;
}

function resolve({ properties }: MarkedProperties, urn = "") {
  const unknownSettings = new Set(Object.keys(properties).filter((key) => properties[key] === unknown));
  const explicit = Object.fromEntries(Object.entries(properties).filter(([key]) => !unknownSettings.has(key)));
  return resolveConfig(explicit, systemSources, { unknownSettings, origin: isFromStack(urn) ? "stack" : "provider" });
}

/** Whether the settings come from stack configuration. Assumed for an old engine, without a URN. */
const isFromStack = (urn: string) => urn === "" || isDefaultProvider(urn);

/** A failed check, without the property: the engine would print its value, even a secret one. */
export function checkFailure(reason: string): rpc.CheckFailure {
  const failure = new rpc.CheckFailure();
  failure.setReason(reason);
  return failure;
}

/** The diff of settings. It never replaces: another address can be that of the same platform. */
export function diffConfig(request: rpc.DiffRequest): rpc.DiffResponse {
  const olds = fromStruct(request.getOldInputs() ?? request.getOlds());
  const news = fromStruct(request.getNews());
  const keys = [...new Set([...Object.keys(olds.properties), ...Object.keys(news.properties)])];
  const changed = keys.filter((key) => !isDeepStrictEqual(olds.properties[key], news.properties[key]));
  const response = new rpc.DiffResponse();
  const { DIFF_SOME, DIFF_NONE } = rpc.DiffResponse.DiffChanges;
  response.setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE);
  response.setDiffsList(changed);
  return response;
}

/** The session of the last Configure, and earlier sessions that still have running operations. */
export class Sessions {
  #current: Session | undefined;
  /** The number of running operations by session. */
  readonly #running = new Map<Session, number>();

  /** Undefined before Configure, and while a preview does not know all settings. */
  get current(): Session | undefined {
    return this.#current;
  }

  /** Sets the session of later operations. The earlier one closes after its last operation. */
  replace(session: Session | undefined): void {
    const earlier = this.#current;
    this.#current = session;
    if (earlier) this.#closeIfUnused(earlier);
  }

  /** Runs an operation and keeps the current session open until the operation ends. */
  async run<Result>(operate: () => Promise<Result>): Promise<Result> {
    const session = this.#current;
    if (!session) return operate();
    this.#changeCount(session, 1);
    try {
      return await operate();
    } finally {
      this.#changeCount(session, -1);
      this.#closeIfUnused(session);
    }
  }

  /** Cancels the running operations of all sessions. */
  cancel(): void {
    for (const session of this.#running.keys()) session.cancel();
    this.#current?.cancel();
  }

  #changeCount(session: Session, change: number): void {
    const count = (this.#running.get(session) ?? 0) + change;
    if (count > 0) this.#running.set(session, count);
    else this.#running.delete(session);
  }

  #closeIfUnused(session: Session): void {
    if (session === this.#current || this.#running.has(session)) return;
    // No operation uses the connections, so an error while they close does not matter.
    session.close().catch(() => {});
  }
}
