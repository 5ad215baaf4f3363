import type * as z from "zod";
import { pathsWith } from "../fields/fieldRules.js";
import { isRecord, type Properties, valueAt, withValue } from "../values.js";

/** Loaded on demand because of its YAML parser. */
const yamlParser = () => require("./templateObjects.js") as typeof import("./templateObjects.js");

/** The author of a text. A program's must mean the same to each YAML parser. */
type Author = "program" | "platform";

/** The fields with maps in place of the YAML texts that declare them. */
export const withYamlMaps = (inputs: z.ZodType, fields: Properties, author: Author): Properties =>
  withChangedMaps(inputs, fields, (value) => yamlMapOf(value, author) ?? value);

/** The fields with YAML texts in place of maps that are text on the wire. */
export const withYamlTexts = (inputs: z.ZodType, fields: Properties): Properties =>
  withChangedMaps(inputs, fields, (value) => (isRecord(value) ? yamlParser().yamlText(value) : value));

/** The map of a YAML text; undefined for any other value. */
export const yamlMapOf = (value: unknown, author: Author): Properties | undefined =>
  typeof value === "string" ? yamlParser().mapInYaml(value, author === "program") : undefined;

/** The YAML text of a map, with numbers as in the live text. */
export const yamlTextOf = (map: Properties, live: unknown): string =>
  typeof live === "string" ? yamlParser().yamlTextLike(map, live) : yamlParser().yamlText(map);

const withChangedMaps = (inputs: z.ZodType, fields: Properties, change: (value: unknown) => unknown): Properties =>
  pathsWith(inputs, "yamlMap")
    .filter((path) => valueAt(fields, path) !== undefined)
    .reduce((all, path) => withValue(all, path, change(valueAt(all, path))) as Properties, fields);
