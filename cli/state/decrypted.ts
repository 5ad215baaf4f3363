import { isSecret } from "../../provider/faces/values";
import { isRecord } from "../../provider/objects/values";

/** What an exported state calls the text of a decrypted secret. */
const plaintextKey = "plaintext";

/** Properties of an exported state whose secrets are decrypted, as the provider gets them from the engine. */
export function decrypted(properties: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, unsealed(value)]));
}

function unsealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unsealed);
  if (!isRecord(value)) return value;
  const { [plaintextKey]: text, ...rest } = value;
  if (!isSecret(value) || typeof text !== "string") return decrypted(value);
  return { ...rest, value: unsealed(JSON.parse(text)) };
}
