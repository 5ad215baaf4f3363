import { notAcceptable } from "../statusError";
import { writeYaml } from "../text/writeYaml";
import { metadataOnly } from "./metadataOnly";

/** A form in which objects are answered. */
export interface Format {
  mediaType: string;
  write: (json: string) => string;
}

const json: Format = { mediaType: "application/json", write: (text) => text };
const yaml: Format = { mediaType: "application/yaml", write: writeYaml };

const metadata: Format = { mediaType: json.mediaType, write: metadataOnly };

/** The form of answers to those who do not ask for one, or for none that is spoken here. */
export const defaultFormat = json;

const formats: Record<string, Format> = {
  "*/*": json,
  "application/*": json,
  "application/json": json,
  "application/yaml": yaml,
};

/** Shapes that reduce an answer, by the verb that knows them. */
const shapes: Record<string, string> = { get: "as=partialobjectmetadata", list: "as=partialobjectmetadatalist" };

/** Picks the first form of an Accept header that is spoken here; undefined if there is none. */
export function pickFormat(accept: string | undefined, verb = ""): Format | undefined {
  if (accept === undefined || accept.trim() === "") return json;
  for (const clause of accept.split(",")) {
    const [type = "", ...parameters] = clause.split(";").map((part) => part.trim().toLowerCase());
    const shape = parameters.find((parameter) => parameter.startsWith("as="));
    if (type === json.mediaType && shape !== undefined && shape === shapes[verb]) return metadata;
    // `as=Table` asks for another shape of the answer, which clients do not insist on.
    if (shape !== undefined) continue;
    const format = Object.hasOwn(formats, type) ? formats[type] : undefined;
    if (format !== undefined) return format;
  }
  return undefined;
}

/** The form to answer in, or the 406 that names the possible ones. A watch is a stream, and those are JSON only. */
export function negotiate(accept: string | undefined, verb = "get"): Format {
  const format = pickFormat(accept, verb);
  if (verb === "watch" && format !== json) throw notAcceptable(["application/json;stream=watch"]);
  if (format === undefined) throw notAcceptable();
  return format;
}
