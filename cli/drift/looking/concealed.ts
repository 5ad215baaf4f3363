import { mask } from "../../../provider/api/output/secretShapes";
import type { Secrets } from "../../../provider/api/output/secrets";
import { isRecord } from "../../../provider/objects/values";

/** A value with every known secret in it masked, wherever it stands: somebody may have copied one into a field that is none. */
export function concealed(value: unknown, concealer: Secrets): unknown {
  if (typeof value === "string") return concealer.mask(value);
  if (typeof value === "number") return concealer.mask(String(value)) === mask ? mask : value;
  if (Array.isArray(value)) return value.map((item) => concealed(item, concealer));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [concealer.mask(key), concealed(member, concealer)]);
  return Object.fromEntries(members);
}
