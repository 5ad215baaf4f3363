import { type FieldError, invalidField } from "../fieldError";
import type { ApiObject, Draft, ObjectMeta } from "../kinds/apiObject";
import { dropEmptyFields } from "../kinds/dropEmptyFields";
import type { Kind } from "../kinds/kind";
import { isObject } from "../text/json";
import type { World } from "../world";
import { checkFields } from "./validateFields";
import { validateMetadata } from "./validateMetadata";

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
  const type = kind.spec(world.apiVersion);
  const checked = checkFields(draft.spec, type, "spec");
  const kept = world.flavour.dropsEmptyFields ? dropEmptyFields(checked.value, type) : checked.value;
  const spec = isObject(kept) ? kept : {};
  const object = { apiVersion: world.apiVersion, kind: kind.kind, metadata, spec, status: before?.status ?? {} };
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
