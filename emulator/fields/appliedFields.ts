import type { FieldType } from "../kinds/fields";
import type { FieldSet } from "./fieldSet";
import { type FieldTree, fieldNodes } from "./fieldTree";

/** The fields that an applied configuration claims. */
export function appliedFields(config: FieldTree, spec: FieldType): FieldSet {
  const claimed = [...fieldNodes(config, spec)].filter(({ isGroup }) => !isGroup);
  return new Set(claimed.map(({ path }) => path));
}
