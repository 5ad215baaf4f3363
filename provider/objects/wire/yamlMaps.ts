import type * as z from "zod";
import { pathsWith } from "../fields/fieldRules.js";
import { isRecord, type Properties, valueAt, withValue } from "../values.js";

/** Loaded on demand because of its YAML parser. */
const yamlParser = () => require("./templateObjects.js") as typeof import("./templateObjects.js");

/** Whether the texts come from the program or from the platform, which may have any. */
type Author = "program" | "platform";

/** The fields with each YAML text that declares a map as this map. */
export const withYamlMaps = (inputs: z.ZodType, fields: Properties, author: Author): Properties =>
  changed(inputs, fields, (value) => yamlMapOf(value, author) ?? value);

/** The fields with each map that is YAML text on the wire as text. */
export const withYamlTexts = (inputs: z.ZodType, fields: Properties): Properties =>
  changed(inputs, fields, (value) => (isRecord(value) ? yamlParser().yamlText(value) : value));

/** The map of a YAML text; undefined for any other value. */
export const yamlMapOf = (value: unknown, author: Author): Properties | undefined =>
  typeof value === "string" ? yamlParser().mapInYaml(value, author === "program") : undefined;

/** The YAML text of a map, with numbers as in the live text. */
export const yamlTextOf = (map: Properties, live: unknown): string =>
  typeof live === "string" ? yamlParser().yamlTextLike(map, live) : yamlParser().yamlText(map);

const changed = (inputs: z.ZodType, fields: Properties, change: (value: unknown) => unknown): Properties =>
  pathsWith(inputs, "yamlMap")
    .filter((path) => valueAt(fields, path) !== undefined)
    .reduce((all, path) => withValue(all, path, change(valueAt(all, path))) as Properties, fields);
