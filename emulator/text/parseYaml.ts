import { constructFromEvents, EVENT_ID, type Event, parseEvents, YAMLException } from "js-yaml";
import { checkAliases } from "./checkAliases";
import { duplicateKeys } from "./duplicateKeys";
import type { JsonValue } from "./json";
import { readLimits } from "./readLimits";
import { unclosedFlow } from "./unclosedFlow";
import { YamlError, yamlSchema } from "./yamlSchema";

/** What was read, and one sentence for every key that was given twice (the last one wins). */
export interface ParsedYaml {
  value: JsonValue;
  duplicates: string[];
}

/** Reads the first document of a YAML text the way API servers do; later documents are ignored, as they ignore them. */
export function parseYaml(text: string): ParsedYaml {
  try {
    // A scalar is a level of its own for the library.
    const events = firstDocument(parseEvents(text, { maxDepth: readLimits.depth + 1 }));
    checkAliases(events, text);
    // `json: true` lets a doubled key overwrite, as the servers do.
    const value = (constructFromEvents(events, { source: text, schema: yamlSchema, json: true })[0] ??
      null) as JsonValue;
    rejectNonNumbers(value);
    return { value, duplicates: duplicateKeys(events, text) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new YamlError(`yaml: ${wordsOf(error, text)}`);
  }
}

/** The library's reasons for a text that ends inside brackets; the second one also has other causes. */
const insideBrackets = new Set(["unexpected end of the stream within a flow collection", "deficient indentation"]);

function wordsOf({ reason, mark }: YAMLException, text: string): string {
  const unclosed = insideBrackets.has(reason) ? unclosedFlow(text) : undefined;
  const line = mark === undefined ? "" : `line ${mark.line + 1}: `;
  return unclosed ?? `${line}${reason}`;
}

function firstDocument(events: Event[]): Event[] {
  const second = events.findIndex((event, index) => index > 0 && event.type === EVENT_ID.DOCUMENT);
  return second < 0 ? events : events.slice(0, second);
}

function rejectNonNumbers(value: JsonValue | undefined): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new YamlError(`json: unsupported value: ${Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"}`);
  }
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) rejectNonNumbers(member);
}
