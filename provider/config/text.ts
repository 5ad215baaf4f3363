import * as z from "zod";
import { parseJson } from "../api/foreignJson.js";

const words: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };

/** Reads a setting given as text, as the environment and stack configuration do; what cannot be read stays text. */
export function fromText(schema: z.core.$ZodType, text: string): unknown {
  const wanted = inner(schema);
  if (wanted instanceof z.ZodBoolean) return words[text.trim().toLowerCase()] ?? text;
  if (wanted instanceof z.ZodArray) return listFrom(text);
  return text;
}

function inner(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? inner(schema.unwrap()) : schema;
}

// A list is JSON, as stack configuration writes it, or words between commas.
function listFrom(text: string): unknown {
  if (!text.trimStart().startsWith("[")) return text.split(",").map((word) => word.trim());
  return parseJson(text) ?? text;
}
