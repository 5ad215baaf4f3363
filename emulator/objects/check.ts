import { type Caller, mayDo } from "../access/caller";
import type { ResourceAction } from "../access/rules";
import { checkFields, dropEmptyFields } from "../kinds/fields";
import type { Kind } from "../kinds/kind";
import type { ApiObject, Draft, ObjectMeta, OwnerReference } from "../kinds/metadata";
import { type FieldError, forbiddenField, invalidField } from "../statusError";
import type { JsonObject } from "../text/json";
import { kindOfOwner, type World } from "../world";
import { validateMetadata } from "./metadataRules";

interface CheckedObject {
  object: ApiObject;
  errors: FieldError[];
}

/** Makes the object of a draft, and says which of its fields are wrong. */
export function checkObject(
  world: World,
  kind: Kind,
  draft: Draft,
  metadata: ObjectMeta,
  before?: ApiObject,
): CheckedObject {
  const type = kind.fields(world.apiVersion);
  const checked = checkFields(draft.fields, type, "", world.keepsUnknownFields);
  const kept = (world.goTypes ? dropEmptyFields(checked.value, type) : checked.value) as JsonObject;
  const fields = { ...(Object.hasOwn(type, "spec") && { spec: {} }), ...kept };
  const object = {
    apiVersion: world.apiVersion,
    kind: kind.kind,
    metadata,
    ...(kind.complete?.(fields, before === undefined) ?? fields),
    ...(kind.status && { status: before?.status ?? {} }),
  } as ApiObject;
  return { object, errors: [...typeErrors(world, kind, draft), ...validateMetadata(metadata), ...checked.errors] };
}

function typeErrors(world: World, kind: Kind, draft: Draft): FieldError[] {
  const errors: FieldError[] = [];
  if (draft.kind !== kind.kind) {
    errors.push(invalidField("kind", JSON.stringify(draft.kind), `must be ${kind.kind}`));
  }
  if (draft.apiVersion !== world.apiVersion) {
    errors.push(invalidField("apiVersion", JSON.stringify(draft.apiVersion), `must be ${world.apiVersion}`));
  }
  return errors;
}

/** An error for each owner that is newly blocked and that the caller may not delete: section 7. */
export function blockedOwners(world: World, caller: Caller, metadata: ObjectMeta, before?: ObjectMeta): FieldError[] {
  const former = new Set(blocking(before).map((owner) => owner.uid));
  const refused = blocking(metadata).filter(
    (owner) => !former.has(owner.uid) && !mayDo(caller, deletionOf(world, owner, metadata.namespace)),
  );
  return refused.map(({ kind, name }) => {
    const why = `cannot set blockOwnerDeletion for ${kind} ${JSON.stringify(name)}, which user ${JSON.stringify(caller.name)} cannot delete`;
    return forbiddenField("metadata.ownerReferences", why);
  });
}

function blocking(metadata: ObjectMeta | undefined): OwnerReference[] {
  return (metadata?.ownerReferences ?? []).filter((owner) => owner.blockOwnerDeletion === true);
}

// A kind that is not known here can be deleted only by who may delete every kind of its group.
function deletionOf(world: World, owner: OwnerReference, namespace = ""): ResourceAction {
  const [group = "", version] = owner.apiVersion.split("/");
  const known = kindOfOwner(world, owner);
  return {
    verb: "delete",
    group: version === undefined ? "" : group,
    resource: known?.plural ?? "*",
    subresource: "",
    name: owner.name,
    namespace: known?.namespaced === false ? "" : namespace,
  };
}
