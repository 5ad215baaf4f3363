import type { Received, Stream } from "../call";
import { notAcceptable } from "../statusError";
import { canonicalJson, type JsonObject, parseStored } from "../text/json";

/** Shapes an object or a list. */
type Shape = (object: JsonObject) => JsonObject;

const jsonTypes = ["*/*", "application/*", "application/json"];

/**
 * Finds the first form of an Accept header that is served, else throws a 406 that names what is.
 * Reads can be metadata only. Undefined is the plain form, of which kubectl makes its tables.
 */
export function negotiate({ headers }: Received, verb: string): Shape | undefined {
  const accept = headers.accept ?? "";
  if (accept.trim() === "") return undefined;
  for (const clause of accept.split(",")) {
    const [type = "", ...parameters] = clause.split(";").map((part) => part.trim().toLowerCase());
    const as = parameters.find((parameter) => parameter.startsWith("as="));
    if (as === undefined && jsonTypes.includes(type)) return undefined;
    const shape = type === "application/json" && as ? shapeNamed(verb, as, parameters) : undefined;
    if (shape !== undefined) return shape;
  }
  throw notAcceptable(verb === "watch" ? "application/json;stream=watch" : "application/json");
}

function shapeNamed(verb: string, as: string, parameters: string[]): Shape | undefined {
  const isVersion1 = !parameters.some((parameter) => parameter.startsWith("v=") && parameter !== "v=v1");
  if (!isVersion1 || !["get", "list"].includes(verb)) return undefined;
  return as === `as=partialobjectmetadata${verb === "list" ? "list" : ""}` ? metadataOnly : undefined;
}

/** Shapes the object or the list of a response. */
export function shapeBody(shape: Shape | undefined, body: string | Stream): string | Stream {
  if (shape === undefined || typeof body !== "string") return body;
  return canonicalJson(shape(parseStored(body) as JsonObject));
}

const apiVersion = "meta.k8s.io/v1";

function metadataOnly({ metadata, items }: JsonObject): JsonObject {
  if (!Array.isArray(items)) return { apiVersion, kind: "PartialObjectMetadata", metadata };
  const partial = items.map((item) => metadataOnly(item as JsonObject));
  return { apiVersion, items: partial, kind: "PartialObjectMetadataList", metadata };
}
