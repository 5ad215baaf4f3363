import type { DraftMeta } from "../kinds/apiObject";
import { isUserField } from "../kinds/objectMeta";

/** The metadata that a draft sets for its user. */
export function userMetadata(draft: DraftMeta): DraftMeta {
  const fields = Object.entries(draft).filter(([field, value]) => isUserField(field) && value !== undefined);
  return Object.fromEntries(fields) as DraftMeta;
}
