import type { FieldError } from "../fieldError";
import { maxFieldErrors } from "../kinds/fields";

/** What is wrong with items, as far as one answer names it. */
export function firstErrors<T>(items: readonly T[], errorsOf: (item: T) => FieldError[]): FieldError[] {
  const found: FieldError[] = [];
  for (const item of items) {
    found.push(...errorsOf(item));
    if (found.length >= maxFieldErrors) break;
  }
  return found;
}
