import type { Call } from "../call";
import { invalidField } from "../fieldError";
import type { Kind } from "../kinds/kind";
import type { Draft } from "../kinds/metadata";
import { mediaType } from "../objects/body";
import { DecodeError, decodeObject, report } from "../objects/decode";
import { visiblePart } from "../objects/hiddenSecrets";
import { applyJsonPatch } from "../patches/jsonPatch";
import { applyMergePatch } from "../patches/mergePatch";
import { invalid, unsupportedMediaType } from "../statusError";
import { canonicalJson, type JsonObject } from "../text/json";
import type { World } from "../world";
import { applyObject } from "./applyObject";
import { findEntry } from "./getObject";
import type { ObjectTarget, Operation } from "./operation";
import { checkName, storeChange } from "./replaceObject";
import { patchOptions, type WriteOptions } from "./writeOptions";

type PatchType = (document: JsonObject, text: string) => JsonObject;

const patchTypes = new Map<string, PatchType>([
  ["application/json-patch+json", applyJsonPatch],
  ["application/merge-patch+json", applyMergePatch],
]);

const applyType = "application/apply-patch+yaml";

/** The media types of patches that a platform reads. */
export const patchMediaTypes = [...patchTypes.keys(), applyType];

/** PATCH: changes the stored object by a patch, or applies a configuration. */
export const patchObject: Operation<ObjectTarget> = (world, target, call) => {
  const { kind, name } = target;
  const type = mediaType(call.body.contentType);
  if (type === applyType && target.subresource === "") return applyObject(world, target, call);
  const apply = patchTypes.get(type);
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
    // Real servers quote the whole patched object here, secrets included: clients have to expect it.
    const shown = JSON.stringify(canonicalJson(patched));
    throw invalid({ group: "", kind: "", name: "" }, [invalidField("patch", shown, error.message)]);
  }
}
