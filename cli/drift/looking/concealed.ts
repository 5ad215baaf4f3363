import type { Concealer } from "../../../provider/api/concealer";
import { mask } from "../../../provider/api/redact";
import { isRecord } from "../../../provider/objects/values";

/** A value with every known secret in it masked, wherever it stands: somebody may have copied one into a field that is none. */
export function concealed(value: unknown, concealer: Concealer): unknown {
  if (typeof value === "string") return concealer.text(value);
  if (typeof value === "number") return concealer.text(String(value)) === mask ? mask : value;
  if (Array.isArray(value)) return value.map((item) => concealed(item, concealer));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [concealer.text(key), concealed(member, concealer)]);
  return Object.fromEntries(members);
}
