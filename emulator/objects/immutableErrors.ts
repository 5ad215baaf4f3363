import { type FieldError, forbiddenField, invalidField } from "../fieldError";
import type { DraftMeta, ObjectMeta } from "../kinds/apiObject";

const immutableFields = ["uid", "deletionTimestamp", "deletionGracePeriodSeconds"] as const;

/** What an update tries to change and must not. */
export function immutableErrors(before: ObjectMeta, draft: DraftMeta): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of immutableFields) {
    const value = draft[field];
    if (value === undefined || value === before[field]) continue;
    // A deletion time that is already set is simply kept.
    if (field !== "uid" && before[field] !== undefined) continue;
    errors.push(invalidField(`metadata.${field}`, JSON.stringify(value), "field is immutable"));
  }
  return [...errors, ...newFinalizerErrors(before, draft)];
}

function newFinalizerErrors(before: ObjectMeta, draft: DraftMeta): FieldError[] {
  if (before.deletionTimestamp === undefined) return [];
  const known = new Set(before.finalizers);
  const added = (draft.finalizers ?? []).filter((name) => !known.has(name));
  if (added.length === 0) return [];
  const list = added.map((name) => JSON.stringify(name)).join(", ");
  const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
  return [forbiddenField("metadata.finalizers", why)];
}
