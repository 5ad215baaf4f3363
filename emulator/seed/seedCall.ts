import { administrator } from "../access/caller";
import type { Call } from "../call";
import { canonicalJson, type JsonValue } from "../text/json";

/** The field manager of the first objects. */
const seedManager = "embedded-platform";

/** The create of a first object, with strict rules. */
export function seedCall(value: JsonValue): Call {
  return {
    method: "POST",
    query: new URLSearchParams({ fieldValidation: "Strict", fieldManager: seedManager }),
    headers: {},
    body: { text: canonicalJson(value), contentType: "application/json", refusal: undefined },
    caller: administrator,
    warnings: [],
  };
}
