import { isSecret } from "../../../provider/faces/values";
import { isRecord } from "../../../provider/objects/values";

/** What stands for a secret in every report. */
export const secretWord = "[secret]";

/** A value of an engine event, in which the word stands for each secret. */
export function blinded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(blinded);
  if (!isRecord(value)) return value;
  if (isSecret(value)) return secretWord;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, blinded(member)]));
}
