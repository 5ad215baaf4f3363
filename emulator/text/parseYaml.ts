import { constructFromEvents, YAMLException } from "js-yaml";
import { checkAliases } from "./checkAliases";
import { duplicateKeys } from "./duplicateKeys";
import type { JsonValue } from "./json";
import { readYamlEvents } from "./readYamlEvents";
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
    const { events, source } = readYamlEvents(text);
    checkAliases(events, source);
    // `json: true` lets a doubled key overwrite, as the servers do.
    const value = (constructFromEvents(events, { source, schema: yamlSchema, json: true })[0] ?? null) as JsonValue;
    rejectNonNumbers(value);
    return { value, duplicates: duplicateKeys(events, source) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new YamlError(`yaml: ${wordsOf(error, text)}`);
  }
}

/** The library's reasons for a text that goes wrong inside brackets. */
const insideBrackets = new Set([
  "unexpected end of the stream within a flow collection",
  "missed comma between flow collection entries",
]);

function wordsOf({ reason, mark }: YAMLException, text: string): string {
  const unclosed = insideBrackets.has(reason) ? unclosedFlow(text) : undefined;
  const line = mark === undefined ? "" : `line ${mark.line + 1}: `;
  return unclosed ?? `${line}${reason}`;
}

function rejectNonNumbers(value: JsonValue | undefined): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new YamlError(`json: unsupported value: ${Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"}`);
  }
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) rejectNonNumbers(member);
}
