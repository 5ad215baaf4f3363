import type { Call } from "../call";
import type { Kind } from "../kinds/kind";
import type { Draft } from "../kinds/metadata";
import { mediaType } from "../objects/body";
import { DecodeError, decodeObject, report } from "../objects/decode";
import { visiblePart } from "../objects/present";
import { applyJsonPatch, applyMergePatch } from "../patches/jsonPatch";
import { invalid, invalidField, unsupportedMediaType } from "../statusError";
import { canonicalJson, type JsonObject } from "../text/json";
import type { World } from "../world";
import { findEntry, type ObjectTarget, type Operation } from "./readObjects";
import { checkName, storeChange } from "./replaceObject";
import { patchOptions, type WriteOptions } from "./writeOptions";

type PatchType = (document: JsonObject, text: string) => JsonObject;

const patchTypes = new Map<string, PatchType>([
  ["application/json-patch+json", applyJsonPatch],
  ["application/merge-patch+json", applyMergePatch],
]);

/** The media types of patches that a platform reads. */
export const patchMediaTypes = [...patchTypes.keys()];

/** PATCH: changes the stored object by a patch. */
export const patchObject: Operation<ObjectTarget> = (world, target, call) => {
  const { kind, name } = target;
  const apply = patchTypes.get(mediaType(call.body.contentType));
  if (apply === undefined) throw unsupportedMediaType(patchMediaTypes);
  const options = patchOptions(call);
  const current = findEntry(world, target);
  // What is hidden cannot be tested, copied to where it shows, or quoted.
  const patched = apply(visiblePart(world, kind, current.object), call.body.text);
  const draft = decodePatched(world, kind, patched, call, options);
  checkName(draft, name);
  return storeChange(world, target, current, draft, call, options);
};

function decodePatched(world: World, kind: Kind, patched: JsonObject, call: Call, options: WriteOptions): Draft {
  const warnings: string[] = [];
  try {
    const draft = decodeObject(world, kind, patched, warnings);
    report(kind.kind, call, options, warnings);
    return draft;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    // Real servers quote the whole patched object, secrets included: clients must expect it.
    const shown = JSON.stringify(canonicalJson(patched));
    throw invalid({ group: "", kind: "", name: "" }, [invalidField("patch", shown, error.message)]);
  }
}
