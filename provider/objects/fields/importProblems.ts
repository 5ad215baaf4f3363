import { markerPlaceholder } from "../../api/input/pulumiMarkers.js";
import { shownName } from "../../api/output/escape.js";
import { message } from "../../messages/message.js";
import { readMessages } from "../../messages/reads.js";
import type { Problem } from "../operation.js";
import type { Properties } from "../values.js";
import { problemsIn } from "./jsonProblems.js";

/** Texts and keys that Pulumi would write as code, or that no program can declare. */
export const importProblems = (inputs: Properties): Problem[] =>
  problemsIn(inputs, (key, value) => evaluatedKey(key) ?? code(key) ?? code(value)).map(({ property, reason }) => ({
    property: shownName(property),
    reason,
  }));

/** Pulumi YAML ignores the case, and what is in front of the function of a provider. */
const evaluatedKey = (key: string | number): string | undefined =>
  /fn::/i.test(String(key)) ? message(readMessages.evaluatedKey) : undefined;

function code(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  if (text === markerPlaceholder) return message(readMessages.holdsMark);
  if (text.includes("$${")) return message(readMessages.becomesReference);
  return text.includes("\n") && endsLongText.test(text) ? message(readMessages.becomesCode) : undefined;
}

/**
 * Pulumi writes texts of several lines between three quotes, and escapes neither quotes nor
 * backslashes in Python and Java. Java reads \u0022 as a quote, and \u005c as a backslash.
 */
const endsLongText = /"""|\\u+00(?:22|5c)|\\$/i;
