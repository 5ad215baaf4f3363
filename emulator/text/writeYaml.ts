import { dump, timestampTag } from "js-yaml";
import { parseJson } from "./parseJson";
import { yamlSchema } from "./yamlSchema";

// Other readers of YAML 1.1 know dates: a text that looks like one is quoted for them.
const schema = yamlSchema.withTags(timestampTag);

// Deeper ones stand in brackets: with a line and its indentation for each item, a small object would become gigabytes.
const deepestIndented = 20;

/** Writes JSON text as YAML that every reader of YAML 1.1 takes for the same. */
export function writeYaml(json: string): string {
  const { value } = parseJson(json, Number.POSITIVE_INFINITY);
  return dump(value, { schema, sortKeys: true, lineWidth: -1, noRefs: true, flowLevel: deepestIndented });
}
