import { secretMark } from "../../../support/pluginDriver";

/** A value without the marks that Pulumi puts around secrets. */
export function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== "object" || value === null) return value;
  if (secretMark in value) return plainOf((value as { value?: unknown }).value);
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, plainOf(inside)]));
}
