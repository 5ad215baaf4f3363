import type { Received, Response, Stream } from "../call";
import { notAcceptable } from "../statusError";
import { canonicalJson, isObject, type JsonObject, type JsonValue, parseStored } from "../text/json";
import type { World } from "../world";

/** Shapes one JSON object of a response: an object, a list, or the object of a watch event. */
type Shape = (object: JsonObject) => JsonObject;

const jsonTypes = ["*/*", "application/*", "application/json"];

/**
 * Finds the first form of an Accept header that is served, else throws a 406 that names what is.
 * Reads can be tables or metadata only; a Status stays as it is.
 */
export function negotiate(world: World, { headers, query }: Received, verb: string): (response: Response) => Response {
  const unchanged = (response: Response) => response;
  const accept = headers.accept ?? "";
  if (accept.trim() === "") return unchanged;
  for (const clause of accept.split(",")) {
    const [type = "", ...parameters] = clause.split(";").map((part) => part.trim().toLowerCase());
    const as = parameters.find((parameter) => parameter.startsWith("as="));
    if (as === undefined && jsonTypes.includes(type)) return unchanged;
    const shape = type === "application/json" && as ? shapeNamed(world, query, verb, as, parameters) : undefined;
    if (shape !== undefined) return (response) => ({ ...response, body: shaped(shape, response.body) });
  }
  throw notAcceptable(verb === "watch" ? "application/json;stream=watch" : "application/json");
}

function shapeNamed(world: World, query: URLSearchParams, verb: string, as: string, parameters: string[]) {
  const isVersion1 = !parameters.some((parameter) => parameter.startsWith("v=") && parameter !== "v=v1");
  if (!isVersion1 || !["get", "list", "watch"].includes(verb)) return undefined;
  if (as === "as=table") return toTable(world, query.get("includeObject") ?? "Metadata");
  return as === `as=partialobjectmetadata${verb === "list" ? "list" : ""}` ? metadataOnly : undefined;
}

/** Shapes a whole body, or each event of a stream. */
function shaped(shape: Shape, body: string | Stream): string | Stream {
  const change = (value: JsonValue | undefined) => (isObject(value) && value.kind !== "Status" ? shape(value) : value);
  if (typeof body === "string") return canonicalJson(change(parseStored(body)));
  return (sink) => {
    const write = (line: string) => {
      const { type, object } = parseStored(line) as JsonObject;
      return sink.write(`{"type":${JSON.stringify(type)},"object":${canonicalJson(change(object))}}\n`);
    };
    return body({ ...sink, write });
  };
}

const apiVersion = "meta.k8s.io/v1";
const columns = [
  { name: "Name", type: "string", format: "name", description: "The name of the object.", priority: 0 },
  { name: "Age", type: "date", format: "", description: "The time since the object was created.", priority: 0 },
];

function metadataOnly({ metadata, items }: JsonObject): JsonObject {
  if (!Array.isArray(items)) return { apiVersion, kind: "PartialObjectMetadata", metadata };
  const partial = items.map((item) => metadataOnly(item as JsonObject));
  return { apiVersion, items: partial, kind: "PartialObjectMetadataList", metadata };
}

function toTable(world: World, include: string): Shape {
  const row = (object: JsonObject): JsonObject => {
    const { name = "", creationTimestamp } = object.metadata as JsonObject;
    const age = world.now().getTime() - Date.parse(String(creationTimestamp));
    const shown = include === "Object" ? object : metadataOnly(object);
    return { cells: [name, duration(age / 1000)], ...(include !== "None" && { object: shown }) };
  };
  return (shown) => {
    const rows = (Array.isArray(shown.items) ? (shown.items as JsonObject[]) : [shown]).map(row);
    const { resourceVersion, continue: token, remainingItemCount } = shown.metadata as JsonObject;
    const metadata = { resourceVersion, continue: token, remainingItemCount };
    return { apiVersion, kind: "Table", metadata, columnDefinitions: columns, rows };
  };
}

const units: [name: string, seconds: number][] = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
];

/** An age as kubectl shows it, in the largest unit that it has twice: `90s`, `3m`, `47h`, `2d`. */
export function duration(seconds: number): string {
  const [name, length] = units.find(([, length]) => seconds >= 2 * length) ?? ["s", 1];
  return `${Math.max(0, Math.floor(seconds / length))}${name}`;
}
