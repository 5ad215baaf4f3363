import type { FieldError } from "../fieldError";

/** So many wrong fields are named in one answer: a body of a million of them must not become a gigabyte of causes. */
export const maxFieldErrors = 1000;

/** What is wrong with items, as far as one answer names it. */
export function firstErrors<T>(items: readonly T[], errorsOf: (item: T) => FieldError[]): FieldError[] {
  const found: FieldError[] = [];
  for (const item of items) {
    found.push(...errorsOf(item));
    if (found.length >= maxFieldErrors) break;
  }
  return found;
}
