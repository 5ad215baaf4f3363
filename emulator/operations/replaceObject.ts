import { type Answer, type Call, managerOf } from "../call";
import type { Kind } from "../kinds/kind";
import type { ApiObject, Draft } from "../kinds/metadata";
import { updateObject, updateStatus } from "../objects/change";
import { decodeDraft } from "../objects/decode";
import { finalizerWarnings } from "../objects/metadataRules";
import { keepHidden, present } from "../objects/present";
import type { WriteContext } from "../objects/save";
import { badRequest, conflict } from "../statusError";
import type { Entry } from "../store/store";
import { resourceSubject, type World } from "../world";
import type { ObjectTarget, Operation } from "./operation";
import { findEntry } from "./readObjects";
import { writeOptions } from "./writeOptions";

/** PUT: replaces the object by the whole one in the body. */
export const replaceObject: Operation<ObjectTarget> = (world, target, call) => {
  const { kind, name } = target;
  const options = writeOptions(call, "UpdateOptions");
  const draft = decodeDraft(world, kind, call, options);
  checkName(draft, name);
  const current = findEntry(world, target);
  checkUid(world, kind, current.object, draft);
  return storeChange(world, target, current, draft, call, options);
};

/** Stores what a replace, a patch or an apply makes of an object, and answers with it. */
export function storeChange(
  world: World,
  { kind, subresource }: ObjectTarget,
  current: Entry,
  draft: Draft,
  call: Call,
  how: Pick<WriteContext, "dryRun" | "managedFields">,
): Answer {
  const context = { manager: managerOf(call), caller: call.caller, ...how };
  const update = subresource === "status" ? updateStatus : updateObject;
  const entry = update(world, kind, current, keepHidden(world, kind, current.object, draft), context);
  call.warnings.push(...finalizerWarnings(draft.metadata));
  return { code: 200, json: present(world, kind, entry) };
}

/** Refuses an object whose name is not that of the path. */
export function checkName(draft: Draft, name: string): void {
  const found = draft.metadata.name;
  if (found === name) return;
  if (found === undefined) {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  throw badRequest(`the name of the object (${found}) does not match the name on the URL (${name})`);
}

function checkUid(world: World, kind: Kind, { metadata }: ApiObject, draft: Draft): void {
  const asked = draft.metadata.uid ?? metadata.uid;
  if (asked === metadata.uid) return;
  const place = `Key: /${world.group}/${kind.plural}/${metadata.name}`;
  const difference = `UID in precondition: ${asked}, UID in object meta: ${metadata.uid}`;
  const why = `StorageError: invalid object, Code: 4, ${place}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${difference}`;
  throw conflict(resourceSubject(world, kind, metadata.name), why);
}
