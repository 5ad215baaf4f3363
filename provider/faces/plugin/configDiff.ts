import { isDeepStrictEqual } from "node:util";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { isFirst } from "../../objects/isFirst.js";
import { otherAddress } from "../words.js";
import type { EngineLog } from "./engineLog.js";
import { fromStruct } from "./protocol.js";

/**
 * The diff of settings. The engine requests it for a provider whose settings change and for each resource
 * that gets another provider, and does not tell these two cases apart.
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
    if (isFirst(this.#told, urn)) this.#log.audience(urn).warn(otherAddress);
  }
}
