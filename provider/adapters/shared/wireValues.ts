import { isUnknownSentinel, signature, unknownSentinels } from "../../api/input/untrustedJson.js";
import { ResourceError } from "../../objects/resourceError.js";
import {
  formatPath,
  isRecord,
  type MarkedProperties,
  mapValues,
  omitBy,
  type Path,
  type Properties,
  unknown,
} from "../../objects/values.js";

/** The value of the key {@link signature} in a map that stands for a secret. */
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Whether a map stands for a secret: `{ [signature]: …, value }`. */
export const isWireSecret = (map: Properties): boolean => map[signature] === secretSignature;

/**
 * Properties from the wire: secrets unwrapped, with their paths, and {@link unknown} values. A path
 * has `*` in place of a list index, because the order may change.
 */
export function decode(wire: Readonly<Record<string, unknown>>): MarkedProperties {
  const decoder = new Decoder();
  return { properties: decoder.decode(wire) as Properties, secrets: decoder.secrets };
}

class Decoder {
  readonly secrets: Path[] = [];
  /** The path of the current value. */
  readonly #path: (string | number)[] = [];

  decode(value: unknown): unknown {
    if (typeof value !== "object") return typeof value === "string" && isUnknownSentinel(value) ? unknown : value;
    if (this.#path.length > maxWireDepth) throw nestingError(this.#path);
    if (value === null) return null;
    const container = value as unknown[] | Properties;
    if (Array.isArray(container) || !isWireSecret(container)) return mapValues(container, this.#decodeMember);
    this.secrets.push(this.#path.map((key) => (typeof key === "number" ? "*" : key)));
    return this.decode(container.value);
  }

  readonly #decodeMember = (value: unknown, key: string | number): unknown => {
    this.#path.push(key);
    const decoded = this.decode(value);
    this.#path.pop();
    return decoded;
  };
}

// Protects the call stack: states and the inputs of Check are not validated. Check allows less.
const maxWireDepth = 500;

// Loaded on demand: the plugin prints its port after it has loaded this file and its imports.
const redaction = () => require("../../api/output/redaction.js") as typeof import("../../api/output/redaction.js");

/** The error for properties that are nested too deep, or in a cycle. */
const nestingError = (path: Path) =>
  new ResourceError(
    `Property ${redaction().quoted(formatPath(path.slice(0, 2)))} is nested deeper than ${maxWireDepth} levels, or ` +
      "contains itself. Make it flatter.",
  );

/**
 * Properties for the wire: {@link unknown} becomes Pulumi's marker, and the values at secret paths,
 * in which `*` is every entry of a list, are wrapped.
 */
export function encode(properties: Properties, secrets: readonly Path[]): Record<string, unknown> {
  return encodeValue(properties, marksOf(secrets)) as Record<string, unknown>;
}

/** Whether a value is secret, and the marks of its members by key. */
interface Marks {
  isSecret: boolean;
  readonly members: Map<string | number, Marks>;
}

function marksOf(paths: readonly Path[]): Marks {
  const root: Marks = { isSecret: false, members: new Map() };
  for (const path of paths) {
    let marks = root;
    for (const key of path) {
      const next = marks.members.get(key) ?? { isSecret: false, members: new Map() };
      marks.members.set(key, next);
      marks = next;
    }
    marks.isSecret = true;
  }
  return root;
}

function encodeValue(value: unknown, marks: Marks | undefined): unknown {
  const encoded = encodeMembers(value, marks?.members);
  // A value without the marked members is secret as a whole.
  return marks?.isSecret || (marks && hasOtherForm(value, marks))
    ? { [signature]: secretSignature, value: encoded }
    : encoded;
}

/** Whether a value cannot have the marked members, such as a text in place of a list. */
function hasOtherForm(value: unknown, { members }: Marks): boolean {
  if (members.size === 0 || value === null || value === undefined) return false;
  if (Array.isArray(value)) return !members.has("*");
  // `*` can also be the key of a map.
  return !isRecord(value) || (members.has("*") && !Object.hasOwn(value, "*"));
}

function encodeMembers(value: unknown, marks: Marks["members"] | undefined): unknown {
  // Pulumi's SDKs, too, use the sentinel of a string for every type.
  if (value === unknown) return unknownSentinels[0];
  if (Array.isArray(value)) return mapValues(value, (item) => encodeValue(item ?? null, marks?.get("*")));
  if (!isRecord(value)) return value;
  const defined = omitBy(value, (member) => member === undefined);
  return mapValues(defined, (member, key) => encodeValue(member, marks?.get(key)));
}
