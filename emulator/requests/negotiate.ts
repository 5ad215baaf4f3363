import { notAcceptable } from "../statusError";
import { writeYaml } from "../text/writeYaml";

/** A form in which objects are answered. */
export interface Format {
  mediaType: string;
  write: (json: string) => string;
}

const json: Format = { mediaType: "application/json", write: (text) => text };
const yaml: Format = { mediaType: "application/yaml", write: writeYaml };

/** The form of answers to those who do not ask for one, or for none that is spoken here. */
export const defaultFormat = json;

const formats: Record<string, Format> = {
  "*/*": json,
  "application/*": json,
  "application/json": json,
  "application/yaml": yaml,
};

/** Picks the first form of an Accept header that is spoken here; undefined if there is none. */
export function pickFormat(accept: string | undefined): Format | undefined {
  if (accept === undefined || accept.trim() === "") return json;
  for (const clause of accept.split(",")) {
    const [type = "", ...parameters] = clause.split(";").map((part) => part.trim().toLowerCase());
    // `as=Table` asks for another shape of the answer, which clients do not insist on.
    if (parameters.some((parameter) => parameter.startsWith("as="))) continue;
    const format = Object.hasOwn(formats, type) ? formats[type] : undefined;
    if (format !== undefined) return format;
  }
  return undefined;
}

/** The form to answer in, or the 406 that names the possible ones. A watch is a stream, and those are JSON only. */
export function negotiate(accept: string | undefined, verb = "get"): Format {
  const format = pickFormat(accept);
  if (verb === "watch" && format !== json) throw notAcceptable(["application/json;stream=watch"]);
  if (format === undefined) throw notAcceptable();
  return format;
}
