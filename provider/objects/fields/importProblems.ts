import { markerPlaceholder } from "../../api/input/untrustedJson.js";
import type { Problem } from "../operation.js";
import type { Properties } from "../values.js";
import { escapedProblems } from "./jsonProblems.js";

/**
 * Texts and keys that an import refuses: Pulumi would write them as code, or no program can declare
 * them. `miswrittenTexts` has those that only get a warning.
 */
export const importProblems = (inputs: Properties): Problem[] =>
  escapedProblems(inputs, (key, value) => functionProblem(key) ?? codeProblem(key) ?? codeProblem(value));

/** Pulumi YAML evaluates such a key in any case and with any prefix, as in `xFn::aws:getBucket`. */
const functionProblem = (key: string | number): string | undefined =>
  /fn::/i.test(String(key)) ? "is a key that a Pulumi program evaluates." : undefined;

function codeProblem(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  // The client has put this text in place of a marker in the response.
  if (text === markerPlaceholder) return "is a marker of Pulumi, so no program can declare it.";
  if (text.includes("$${")) return 'holds "$${", which Pulumi writes into a YAML program as a reference.';
  return text.includes("\n") && endsLongText.test(text)
    ? "has several lines, and three quotes, an escaped quote or a final backslash: Pulumi would write a part of it " +
        "as code into a Python or Java program."
    : undefined;
}

/**
 * Pulumi writes texts of several lines between three quotes, and escapes neither quotes nor
 * backslashes in Python and Java. Java reads \u0022 as a quote, and \u005c as a backslash.
 */
const endsLongText = /"""|\\u+00(?:22|5c)|\\$/i;
