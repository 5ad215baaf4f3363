import type { Received, Stream } from "../call";
import { notAcceptable } from "../statusError";
import { canonicalJson, isObject, type JsonObject, type JsonValue, parseStored } from "../text/json";
import type { World } from "../world";

/** Shapes one JSON object of a response: an object, a list, or the object of a watch event. */
type Shape = (object: JsonObject) => JsonObject;

const jsonTypes = ["*/*", "application/*", "application/json"];

/**
 * Finds the first form of an Accept header that is served, else throws a 406 that names what is.
 * Reads can be tables or metadata only; a Status stays as it is. Undefined is the plain form.
 */
export function negotiate(world: World, { headers, query }: Received, verb: string): Shape | undefined {
  const accept = headers.accept ?? "";
  if (accept.trim() === "") return undefined;
  for (const clause of accept.split(",")) {
    const [type = "", ...parameters] = clause.split(";").map((part) => part.trim().toLowerCase());
    const as = parameters.find((parameter) => parameter.startsWith("as="));
    if (as === undefined && jsonTypes.includes(type)) return undefined;
    const shape = type === "application/json" && as ? shapeNamed(world, query, verb, as, parameters) : undefined;
    if (shape !== undefined) return shape;
  }
  throw notAcceptable(verb === "watch" ? "application/json;stream=watch" : "application/json");
}

function shapeNamed(world: World, query: URLSearchParams, verb: string, as: string, parameters: string[]) {
  const isVersion1 = !parameters.some((parameter) => parameter.startsWith("v=") && parameter !== "v=v1");
  if (!isVersion1 || !["get", "list", "watch"].includes(verb)) return undefined;
  if (as === "as=table") return toTable(world, query.get("includeObject") ?? "Metadata");
  return as === `as=partialobjectmetadata${verb === "list" ? "list" : ""}` ? metadataOnly : undefined;
}

/** Shapes a whole response, or each event of a stream. */
export function shapeBody(shape: Shape | undefined, body: string | Stream): string | Stream {
  if (shape === undefined) return body;
  const shaped = (value: JsonValue | undefined) => (isObject(value) && value.kind !== "Status" ? shape(value) : value);
  if (typeof body === "string") return canonicalJson(shaped(parseStored(body)));
  return (sink) => {
    const write = (line: string) => {
      const event = parseStored(line) as JsonObject;
      return sink.write(
        `${JSON.stringify({ type: event.type }).slice(0, -1)},"object":${canonicalJson(shaped(event.object))}}\n`,
      );
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

const [minute, hour, day, year] = [60, 3_600, 86_400, 31_536_000];
/** Ages as Kubernetes shows them: below so many seconds, in a unit and maybe a second unit. */
const ageForms: [below: number, unit: number, name: string, smaller?: number, smallerName?: string][] = [
  [2 * minute, 1, "s"],
  [10 * minute, minute, "m", 1, "s"],
  [3 * hour, minute, "m"],
  [8 * hour, hour, "h", minute, "m"],
  [2 * day, hour, "h"],
  [8 * day, day, "d", hour, "h"],
  [2 * year, day, "d"],
  [8 * year, year, "y", day, "d"],
  [Number.POSITIVE_INFINITY, year, "y"],
];

/** Writes a duration in seconds as Kubernetes does, like `3m20s`. */
export function duration(seconds: number): string {
  if (Number.isNaN(seconds)) return "<unknown>";
  const whole = Math.max(0, Math.floor(seconds));
  const [, unit = 1, name = "", smaller = 0, smallerName = ""] = ageForms.find(([below]) => whole < below) ?? [];
  const rest = smaller === 0 ? 0 : Math.floor((whole % unit) / smaller);
  return `${Math.floor(whole / unit)}${name}${rest === 0 ? "" : `${rest}${smallerName}`}`;
}
