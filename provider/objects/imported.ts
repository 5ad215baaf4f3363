import type { ApiObject } from "../api/client.js";
import { knownPart, pathsWith, withoutSecrets } from "./fields.js";
import { objectLabel, unknownInLists } from "./messages.js";
import type { OperationContext, Stored } from "./operation.js";
import { ownMetadata } from "./ownMetadata.js";
import { meaningful } from "./projection.js";
import { sameInput } from "./sameness.js";
import { extraSpec, toProperties } from "./shape.js";
import type { StoredKind } from "./storedKind.js";
import { storedFrom } from "./storedState.js";
import type { Path, Properties } from "./values.js";

/**
 * What an import takes: spec fields, labels and annotations that say something. Not finalizers and owner references, which
 * belong to others, and no secret as input: the engine writes an import's inputs in clear text into the program it generates.
 */
export function imported(kind: StoredKind, context: OperationContext, live: ApiObject): Stored {
  const properties = toProperties(kind, live, context.config);
  const { finalizers: _f, ownerReferences: _o, [extraSpec]: _spec, ...rest } = properties;
  const metadata = ownMetadata(rest, pathsWith(kind.inputs, "secret"));
  const all = meaningful({ ...rest, ...metadata }, sameInput(kind.inputs));
  const dropped: Path[] = [];
  const inputs = knownPart(kind.inputs, all, (path) => dropped.push(path)) as Properties;
  const inLists = dropped.filter((path) => path.some((key) => typeof key === "number"));
  if (inLists.length > 0) context.warn(unknownInLists(objectLabel(kind.kind, String(live.metadata.name)), inLists));
  return storedFrom(kind, context, live, { inputs: withoutSecrets(kind.inputs, inputs), state: {} });
}
