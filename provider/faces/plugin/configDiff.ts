import { isDeepStrictEqual } from "node:util";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { otherAddress } from "../words.js";
import type { EngineLog } from "./engineLog.js";
import { fromStruct } from "./protocol.js";

/**
 * What a change of settings means. The engine asks for a provider whose own settings change, and for each resource that gets another
 * provider, without a word on which of the two it is.
 */
export class ConfigDiff {
  readonly #log: EngineLog;
  readonly #told = new Set<string>();

  constructor(log: EngineLog) {
    this.#log = log;
  }

  /** A change of settings never replaces: an address does not prove which platform it is. */
  of(request: rpc.DiffRequest): rpc.DiffResponse {
    const [olds, news] = [fromStruct(request.getOldInputs() ?? request.getOlds()), fromStruct(request.getNews())];
    const keys = [...new Set([...Object.keys(olds.properties), ...Object.keys(news.properties)])];
    const changed = keys.filter((key) => !isDeepStrictEqual(olds.properties[key], news.properties[key]));
    if (changed.includes("baseUrl")) this.#warn(request.getUrn());
    const response = new rpc.DiffResponse();
    const { DIFF_SOME, DIFF_NONE } = rpc.DiffResponse.DiffChanges;
    response.setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE);
    response.setDiffsList(changed);
    return response;
  }

  /** Once for all resources that get this provider. */
  #warn(urn: string): void {
    if (this.#told.has(urn)) return;
    this.#told.add(urn);
    this.#log.audience(urn).warn(otherAddress);
  }
}
