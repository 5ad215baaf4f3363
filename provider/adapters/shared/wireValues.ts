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

/** How Pulumi writes a secret on the wire. */
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Whether a value is a secret as Pulumi writes it. */
export const isWireSecret = (value: Properties): boolean => value[signature] === secretSignature;

/**
 * Properties from the wire: secrets unwrapped, their paths kept, unknown values as {@link unknown}.
 * In the path of a secret, `*` is every entry of a list, because the order may change.
 */
export function decode(wire: Readonly<Record<string, unknown>>): MarkedProperties {
  const decoder = new Decoder();
  return { properties: decoder.plain(wire) as Properties, secrets: decoder.secrets };
}

class Decoder {
  readonly secrets: Path[] = [];
  /** The path of the current value. */
  readonly #path: (string | number)[] = [];

  plain(value: unknown): unknown {
    if (typeof value !== "object") return typeof value === "string" && isUnknownSentinel(value) ? unknown : value;
    if (this.#path.length > maxWireDepth) throw nestingError(this.#path);
    if (value === null) return null;
    const whole = value as unknown[] | Properties;
    if (Array.isArray(whole) || !isWireSecret(whole)) return mapValues(whole, this.#inside);
    this.secrets.push(this.#path.map((key) => (typeof key === "number" ? "*" : key)));
    return this.plain(whole.value);
  }

  readonly #inside = (value: unknown, key: string | number): unknown => {
    this.#path.push(key);
    const plain = this.plain(value);
    this.#path.pop();
    return plain;
  };
}

// Protects the call stack from inputs before Check and from states. Check allows much less.
const maxWireDepth = 500;

// Loaded on demand, because the plugin tells its port only after it has loaded this file.
const redaction = () => require("../../api/output/redaction.js") as typeof import("../../api/output/redaction.js");

/** The error for properties that are nested too deep, or in a cycle. */
const nestingError = (path: Path) =>
  new ResourceError(
    `Property ${redaction().quoted(formatPath(path.slice(0, 2)))} is nested deeper than ${maxWireDepth} levels, or holds ` +
      "itself. Make it flatter.",
  );

/**
 * Properties for the wire: secret paths, in which `*` is every entry of a list, are wrapped;
 * {@link unknown} becomes Pulumi's marker.
 */
export function encode(properties: Properties, secrets: readonly Path[]): Record<string, unknown> {
  return encodeValue(properties, marksAt(secrets)) as Record<string, unknown>;
}

/** Which value is secret, and which are inside it. */
interface Marks {
  isSecret: boolean;
  readonly inside: Map<string | number, Marks>;
}

function marksAt(paths: readonly Path[]): Marks {
  const all: Marks = { isSecret: false, inside: new Map() };
  for (const path of paths) {
    let marks = all;
    for (const key of path) {
      const next = marks.inside.get(key) ?? { isSecret: false, inside: new Map() };
      marks.inside.set(key, next);
      marks = next;
    }
    marks.isSecret = true;
  }
  return all;
}

function encodeValue(value: unknown, marks: Marks | undefined): unknown {
  const inner = encodeMembers(value, marks?.inside);
  return marks?.isSecret || (marks && hasOtherForm(value, marks))
    ? { [signature]: secretSignature, value: inner }
    : inner;
}

/** Whether a value has another form than the one whose members are secret, such as a text. */
function hasOtherForm(value: unknown, { inside }: Marks): boolean {
  if (inside.size === 0 || value === null || value === undefined) return false;
  if (Array.isArray(value)) return !inside.has("*");
  return !isRecord(value) || (inside.has("*") && !Object.hasOwn(value, "*"));
}

function encodeMembers(value: unknown, inside: Marks["inside"] | undefined): unknown {
  if (value === unknown) return unknownSentinels[0];
  if (Array.isArray(value)) return mapValues(value, (item) => encodeValue(item ?? null, inside?.get("*")));
  if (!isRecord(value)) return value;
  const known = omitBy(value, (member) => member === undefined);
  return mapValues(known, (member, key) => encodeValue(member, inside?.get(key)));
}
