import type { ResourceAction } from "../access/action";
import { mayDo } from "../access/authorize";
import type { Caller } from "../access/caller";
import { type FieldError, forbiddenField } from "../fieldError";
import { kindOfOwner } from "../kinds/kinds";
import type { ObjectMeta, OwnerReference } from "../kinds/metadata";
import type { World } from "../world";

/** An error for every owner that would newly be blocked and that the caller may not delete: the specification, section 7. */
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
  const known = kindOfOwner(owner, world.apiVersion);
  return {
    verb: "delete",
    group: version === undefined ? "" : group,
    resource: known?.plural ?? "*",
    subresource: "",
    name: owner.name,
    namespace: known?.namespaced === false ? "" : namespace,
  };
}
