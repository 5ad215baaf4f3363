import { mask } from "../../../provider/api/output/secretShapes";
import { isSecret } from "../../../provider/faces/values";
import { isRecord } from "../../../provider/objects/values";

/** A value of an engine event, in which the word stands for each secret. */
export function blinded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(blinded);
  if (!isRecord(value)) return value;
  if (isSecret(value)) return mask;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, blinded(member)]));
}
