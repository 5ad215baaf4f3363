import { notAcceptable } from "../statusError";
import { metadataOnly } from "./metadataOnly";

/** Shapes the JSON of an answer. */
export type Format = (json: string) => string;

const whole: Format = (json) => json;
const jsonTypes = ["*/*", "application/*", "application/json"];

/** Shapes that reduce an answer, by the verb that knows them. */
const shapes: Record<string, string> = { get: "as=partialobjectmetadata", list: "as=partialobjectmetadatalist" };

/** The first form of an Accept header that is spoken here, or a 406 that names what is. */
export function negotiate(accept: string | undefined, verb = "get"): Format {
  if (accept === undefined || accept.trim() === "") return whole;
  for (const clause of accept.split(",")) {
    const [type = "", ...parameters] = clause.split(";").map((part) => part.trim().toLowerCase());
    const shape = parameters.find((parameter) => parameter.startsWith("as="));
    if (type === "application/json" && shape !== undefined && shape === shapes[verb]) return metadataOnly;
    // `as=Table` asks for another shape of the answer, which clients do not insist on.
    if (shape === undefined && jsonTypes.includes(type)) return whole;
  }
  throw notAcceptable(verb === "watch" ? "application/json;stream=watch" : "application/json");
}
