import { type Call, managerOf } from "../call";
import { invalidField } from "../fieldError";
import type { Draft } from "../kinds/apiObject";
import type { Kind } from "../kinds/kind";
import { mediaType } from "../objects/decodeBody";
import { decodeObject, report } from "../objects/decodeDraft";
import { DecodeError } from "../objects/decodeGoStruct";
import { keepHidden, visiblePart } from "../objects/hiddenSecrets";
import { present } from "../objects/present";
import { updateObject } from "../objects/updateObject";
import { finalizerWarnings } from "../objects/validateMetadata";
import { applyJsonPatch } from "../patches/jsonPatch";
import { applyMergePatch } from "../patches/mergePatch";
import { invalid, unsupportedMediaType } from "../statusError";
import { canonicalJson, type JsonObject } from "../text/json";
import type { World } from "../world";
import { applyObject } from "./applyObject";
import { findEntry } from "./getObject";
import type { ObjectTarget, Operation } from "./operation";
import { checkName } from "./replaceObject";
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
  if (type === applyType) return applyObject(world, target, call);
  const apply = patchTypes.get(type);
  if (apply === undefined) throw unsupportedMediaType(patchMediaTypes);
  const options = patchOptions(call);
  const current = findEntry(world, target);
  // What is hidden cannot be tested, copied to where it shows, or quoted.
  const patched = apply(visiblePart(world, kind, current.object), call.body.text);
  const draft = decodePatched(world, kind, patched, call, options);
  checkName(draft, name);
  const context = { manager: managerOf(call), dryRun: options.dryRun, caller: call.caller };
  const entry = updateObject(world, kind, current, keepHidden(world, kind, current.object, draft), context);
  call.warnings.push(...finalizerWarnings(draft.metadata));
  return { code: 200, json: present(world, kind, entry) };
};

function decodePatched(world: World, kind: Kind, patched: JsonObject, call: Call, options: WriteOptions): Draft {
  const warnings: string[] = [];
  try {
    const draft = decodeObject(world, kind, patched, warnings);
    report(kind, call, options, warnings);
    return draft;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    // Real servers quote the whole patched object here, secrets included: clients have to expect it.
    const shown = JSON.stringify(canonicalJson(patched));
    throw invalid({ group: "", kind: "", name: "" }, [invalidField("patch", shown, error.message)]);
  }
}
