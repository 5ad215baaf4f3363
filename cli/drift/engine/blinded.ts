import { isRecord } from "../../../provider/objects/values";

/** What stands for a secret in every report. */
export const secretWord = "[secret]";

const signature = "4dabf18193072939515e22adb298388d";

/** A value of an engine event, in which the word stands for each secret. */
export function blinded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(blinded);
  if (!isRecord(value)) return value;
  if (signature in value) return secretWord;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, blinded(member)]));
}
