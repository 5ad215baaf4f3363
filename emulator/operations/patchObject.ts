import { authorize } from "../access/caller";
import { type Call, managerOf } from "../call";
import type { Kind } from "../kinds/kind";
import type { Draft } from "../kinds/metadata";
import { mediaType } from "../objects/body";
import { createObject } from "../objects/creation";
import { DecodeError, decodeObject, report } from "../objects/decode";
import { writerOf } from "../objects/managedFields";
import { finalizerWarnings } from "../objects/metadataRules";
import { presentNew, visiblePart } from "../objects/present";
import type { WriteContext } from "../objects/save";
import { applyConfiguration, decodeConfiguration } from "../patches/apply";
import { applyJsonPatch, applyMergePatch } from "../patches/jsonPatch";
import { conflict, invalid, invalidField, unsupportedMediaType } from "../statusError";
import type { Entry } from "../store/store";
import { canonicalJson, type JsonObject } from "../text/json";
import { resourceSubject, type World } from "../world";
import { checkNamespace } from "./createObject";
import { findEntry, type ObjectTarget, type Operation } from "./readObjects";
import { checkName, storeChange } from "./replaceObject";
import { applyOptions, patchOptions, type WriteOptions } from "./writeOptions";

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
    // Real servers quote the whole patched object, secrets included: clients must expect it.
    const shown = JSON.stringify(canonicalJson(patched));
    throw invalid({ group: "", kind: "", name: "" }, [invalidField("patch", shown, error.message)]);
  }
}

/** PATCH with a configuration: the applier owns its fields. It may create the object. */
export const applyObject: Operation<ObjectTarget> = (world, target, call) => {
  const { kind, namespace, name } = target;
  const options = applyOptions(call);
  const current = world.store.entry(kind.plural, name, namespace);
  const config = decodeConfiguration(world, kind, call.body);
  const writer = writerOf(world, managerOf(call));
  const { draft, managedFields } = applyConfiguration(kind, current?.object, config, writer, options.force);
  report(kind.kind, call, options, config.warnings);
  checkName(draft, name);
  const how = { dryRun: options.dryRun, managedFields };
  if (current !== undefined) return storeChange(world, target, current, draft, call, how);
  const entry = create(world, target, draft, { manager: writer.manager, caller: call.caller, ...how });
  call.warnings.push(...finalizerWarnings(draft.metadata));
  return { code: 201, body: presentNew(world, kind, entry) };
};

function create(world: World, { kind, namespace, name }: ObjectTarget, draft: Draft, context: WriteContext): Entry {
  const action = { verb: "create", group: world.group, resource: kind.plural, subresource: "", name, namespace };
  authorize(context.caller, action);
  const { resourceVersion, uid, ...metadata } = draft.metadata;
  if (uid !== undefined) {
    const why = `the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(resourceSubject(world, kind, name), why);
  }
  checkNamespace(world, kind, namespace, draft);
  return createObject(world, kind, namespace, { ...draft, metadata }, context);
}
