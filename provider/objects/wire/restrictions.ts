import type { ApiObject } from "../../api/client.js";
import { objectLabel, restrictionsLost } from "../messages/messages.js";
import type { OperationContext } from "../operation.js";
import { formatPath, isRecord, omitPath, type Properties } from "../values.js";
import { extraSpec, inputPath, type ObjectShape } from "./objectShape.js";

/** Error text if the stored object has more access than the sent one. */
export function restrictionProblem(
  kind: ObjectShape,
  { config }: OperationContext,
  verb: string,
  sent: ApiObject,
  stored: ApiObject,
): string | undefined {
  const lost = kind.lostRestrictions?.(sent, stored) ?? [];
  if (lost.length === 0) return undefined;
  const properties = lost.map((path) => formatPath(inputPath(kind, config, path) ?? path));
  return restrictionsLost(`${verb} ${objectLabel(kind.kind, String(sent.metadata.name))}`, properties);
}

/**
 * The inputs with the live value of each lost restriction. The next update then finds a change,
 * writes the restriction again and checks it again.
 */
export function withLiveRestrictions(
  kind: ObjectShape,
  { config }: OperationContext,
  { inputs, state }: { readonly inputs: Properties; readonly state: Properties },
  sent: ApiObject,
  stored: ApiObject,
): Properties {
  let recorded = inputs;
  for (const path of kind.lostRestrictions?.(sent, stored) ?? []) {
    const [key] = inputPath(kind, config, path) ?? path;
    const live = state[String(key)];
    recorded = omitPath(recorded, [String(key)]);
    if (live !== undefined) recorded = { ...recorded, [String(key)]: live };
    if (isRecord(recorded[extraSpec])) recorded = omitPath(recorded, [extraSpec, ...path.slice(1)]);
  }
  return recorded;
}
