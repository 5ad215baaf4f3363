import { type Call, managerOf, type Response } from "../call";
import type { Draft } from "../kinds/metadata";
import { updateObject, updateStatus } from "../objects/change";
import { decodeDraft } from "../objects/decode";
import { finalizerWarnings } from "../objects/metadataRules";
import { keepHidden, present } from "../objects/present";
import type { WriteContext } from "../objects/save";
import { badRequest, conflict } from "../statusError";
import type { Entry } from "../store/store";
import { resourceSubject, type World } from "../world";
import { findEntry, type ObjectTarget, type Operation } from "./readObjects";
import { writeOptions } from "./writeOptions";

/** PUT: replaces the object by the whole one in the body. */
export const replaceObject: Operation<ObjectTarget> = (world, target, call) => {
  const { kind, name } = target;
  const options = writeOptions(call, "UpdateOptions");
  const draft = decodeDraft(world, kind, call, options);
  checkName(draft, name);
  const current = findEntry(world, target);
  const { uid } = current.object.metadata;
  const requested = draft.metadata.uid ?? uid;
  if (requested !== uid) {
    const why = `Precondition failed: UID in precondition: ${requested}, UID in object meta: ${uid}`;
    throw conflict(resourceSubject(world, kind, name), why);
  }
  return storeChange(world, target, current, draft, call, options);
};

/** Stores what a replace or a patch makes of an object. The response has the object. */
export function storeChange(
  world: World,
  { kind, subresource }: ObjectTarget,
  current: Entry,
  draft: Draft,
  call: Call,
  { dryRun }: Pick<WriteContext, "dryRun">,
): Response {
  const context = { manager: managerOf(call), caller: call.caller, dryRun };
  const update = subresource === "status" ? updateStatus : updateObject;
  const entry = update(world, kind, current, keepHidden(world, kind, current.object, draft), context);
  call.warnings.push(...finalizerWarnings(draft.metadata));
  return { code: 200, body: present(world, kind, entry) };
}

/** Refuses an object whose name is not that of the path. */
export function checkName({ metadata: { name: found } }: Draft, name: string): void {
  if (found === name) return;
  if (found === undefined) throw badRequest(`the name of the object (${name} based on URL) must be provided`);
  throw badRequest(`the name of the object (${found}) does not match the name on the URL (${name})`);
}
