import { defineScalarTag, dump, YAML11_SCHEMA } from "js-yaml";
import { parseJson } from "./parseJson";

const wideInteger = defineScalarTag<bigint>("tag:yaml.org,2002:int", {
  identify: (value) => typeof value === "bigint",
  represent: String,
  resolve: BigInt,
});

// Strings are quoted wherever a reader of YAML 1.1 would take them for something else.
const schema = YAML11_SCHEMA.withTags(wideInteger);

/** Writes JSON text as YAML. */
export function writeYaml(json: string): string {
  return dump(parseJson(json).value, { schema, sortKeys: true, lineWidth: -1, noRefs: true });
}
