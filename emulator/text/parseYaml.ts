import { EVENT_ID, type Event, getScalarValue, loadAll, parseEvents, YAMLException } from "js-yaml";
import type { JsonValue } from "./json";
import { YamlError, yamlSchema } from "./yamlSchema";

/** What was read, and one sentence for every key that was given twice (the last one wins). */
export interface ParsedYaml {
  value: JsonValue;
  duplicates: string[];
}

/** Reads the first document of a YAML text the way API servers do; later documents are ignored, as they ignore them. */
export function parseYaml(text: string): ParsedYaml {
  try {
    // `json: true` lets a doubled key overwrite, as the servers do.
    const value = (loadAll(text, { schema: yamlSchema, json: true })[0] ?? null) as JsonValue;
    rejectNonNumbers(value);
    return { value, duplicates: duplicateKeys(text) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? "" : `line ${error.mark.line + 1}: `;
    throw new YamlError(`yaml: ${line}${error.reason}`);
  }
}

function rejectNonNumbers(value: JsonValue | undefined): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new YamlError(`json: unsupported value: ${Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"}`);
  }
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) rejectNonNumbers(member);
}

interface OpenMap {
  keys: Set<string>;
  expectsKey: boolean;
}

function duplicateKeys(text: string): string[] {
  const found: string[] = [];
  const open: (OpenMap | undefined)[] = [];
  for (const event of parseEvents(text, {})) {
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    const duplicate = noteMember(open.at(-1), event, text);
    if (duplicate !== undefined) found.push(duplicate);
    if (event.type === EVENT_ID.MAPPING) open.push({ keys: new Set(), expectsKey: true });
    else if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.DOCUMENT) open.push(undefined);
  }
  return found;
}

/** Notes a key or value of an open map; a key that was there before comes back as a sentence. */
function noteMember(map: OpenMap | undefined, event: Event, text: string): string | undefined {
  if (map === undefined) return undefined;
  map.expectsKey = !map.expectsKey;
  if (map.expectsKey || event.type !== EVENT_ID.SCALAR) return undefined;
  const key = getScalarValue(text, event);
  if (map.keys.has(key)) return `line ${lineAt(text, event.valueStart)}: key "${key}" already set in map`;
  map.keys.add(key);
  return undefined;
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}
