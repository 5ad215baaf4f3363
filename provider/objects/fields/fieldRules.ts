import * as z from "zod";
import { equalEntries, type Identity } from "../sharedEntries.js";
import { getOwn, isRecord, memoized, omitPath, type Path, type Properties } from "../values.js";

/** Metadata of a field beside its type. Every decision about a field is declared with the field. */
interface FieldRules {
  description?: string;
  /** Addition to the description for inputs only; results of functions omit it. */
  inputNote?: string;
  /** The allowed values of a string, each with its description. */
  choices?: Readonly<Record<string, string>>;
  /** A change replaces the resource. */
  immutable?: true;
  /** Removing the field replaces the resource; other changes do not. */
  removalReplaces?: true;
  /** Never shown in clear text. */
  secret?: true;
  /** The members of a secret map that messages mask; the others are public, such as a host. */
  maskedMembers?: readonly string[];
  /** A text, or a map of texts, that is bytes on the wire: always, or on vCluster Platform. */
  bytes?: "always" | "on the product";
  /** The spec field of another property that stores the value: `data` for `binaryData`. */
  wireField?: string;
  /** Why the field is deprecated, and its replacement. */
  deprecationMessage?: string;
  /** The replacement on a server that does not know the field, as a sentence. */
  insteadOf?: string;
  /** Used by the provider only, never sent to the platform. */
  local?: true;
  /** Why only the plugin supports the field: the dynamic protocol sends too little. */
  pluginOnly?: string;
  /** Whether an in-place update keeps a computed output, so that a preview knows its value. */
  stable?: (before: Properties, after: Properties) => boolean;
  /** A map of fields that this provider does not know: an absent entry equals its zero value. */
  openObject?: true;
  /** The map of the spec fields that have no property, or of the whole spec. */
  openSpec?: true;
  /** Identifies the entries of a list that other clients share: only declared ones are ours. */
  sharedBy?: Identity;
  /** Identifies its entry in a list, alone or with other such fields. */
  identifies?: true;
  /** The platform sets the field if the program does not. A field that is set is never written. */
  assigned?: true;
  /** An update removes the object as a whole, with what other clients set in it. */
  removedWhole?: true;
  /** Sent when the program changes it. Its reset by the platform is no drift. */
  sentOnce?: true;
  /** A map that is YAML text on the wire, merged and compared by its keys. */
  yamlMap?: true;
  /** Compares two values. Without it, they are compared member by member (`equality.ts`). */
  equal?: (a: unknown, b: unknown) => boolean;
}

declare module "zod" {
  interface GlobalMeta extends FieldRules {}
}

const withRules =
  (rules: FieldRules) =>
  <T extends z.ZodType>(schema: T): T =>
    schema.meta({ ...schema.meta(), ...rules });

/** Adds a note to the description of an input. */
export const inputNote = (text: string) => withRules({ inputNote: text });

/** The description of a field that the specification does not have. */
export const productOnly = (text: string) => `${text} vCluster Platform; not in the specification.`;

/** An enum with a description of each value; every SDK has it as a named type. */
export const oneOf = <Choice extends string>(
  id: string,
  description: string,
  choices: Readonly<Record<Choice, string>>,
) => z.enum(Object.keys(choices) as [Choice, ...Choice[]]).meta({ id, description, choices });

/** Marks a field whose change replaces the resource. */
export const immutable = withRules({ immutable: true });
/** Marks a field that is secret in state, previews, diffs, errors and logs. */
export const secret = withRules({ secret: true });
/** Marks a secret map of which only some members are masked in messages. */
export const secretMap = (...maskedMembers: string[]) => withRules({ secret: true, maskedMembers });
/** Marks a text that vCluster Platform holds as bytes, and the specification as text. */
export const bytes = withRules({ bytes: "on the product" });
/** Marks a text, or a map of texts, that is bytes on the wire. */
export const alwaysBytes = withRules({ bytes: "always" });
/** Marks a property that is stored in the spec field of another one, as binaryData in data. */
export const storedIn = (wireField: string) => withRules({ wireField });
/** Marks a field that is never sent to the platform. */
export const local = withRules({ local: true });
/** Marks a field for the plugin only. The reason completes "…, because". */
export const pluginOnly = (reason: string) => withRules({ pluginOnly: reason });
/** Marks a computed output that no in-place update changes. */
export const stable = withRules({ stable: () => true });
/** Marks a computed output that some in-place updates do not change. */
export const stableWhile = (stable: NonNullable<FieldRules["stable"]>) => withRules({ stable });
/** Marks a field that cannot be removed in place. */
export const removalReplaces = withRules({ removalReplaces: true });
/** Marks a map of unknown fields of an object. */
export const openObject = withRules({ openObject: true });
/** Marks the map of the spec fields that have no property, or of the whole spec. */
export const openSpec = withRules({ openObject: true, openSpec: true });
/** Marks a field that identifies its entry in a list. */
export const identifies = withRules({ identifies: true });
/** Marks an immutable field that the platform sets if the program does not. */
export const assigned = withRules({ immutable: true, assigned: true });
/** Marks an object that an update removes as a whole, with what other clients set in it. */
export const removedWhole = withRules({ removedWhole: true });
/** Marks a field that is sent when the program changes it, and that the platform resets. */
export const sentOnce = withRules({ sentOnce: true });
/** Marks a map that is YAML text on the wire. */
export const yamlMap = withRules({ yamlMap: true });
/** Names the field to use on a server that does not know this one. */
export const insteadOf = (sentence: string) => withRules({ insteadOf: sentence });
/** Marks a deprecated field; the message names the replacement. */
export const deprecated = (deprecationMessage: string) => withRules({ deprecationMessage });
/** Sets the comparison that decides whether a field changed. */
export const comparedBy = (equal: NonNullable<FieldRules["equal"]>) => withRules({ equal });

/** Marks a shared list: merged, compared and recorded entry by entry. */
export const sharedBy = (identity: Identity) =>
  withRules({ sharedBy: identity, equal: (a, b) => equalEntries(a, b, identity) });

/** The rules of a field, through `optional()` and `default()`. */
export const rulesOf: (schema: z.ZodType) => FieldRules = memoized((schema) => {
  const own = (schema.meta() ?? {}) as FieldRules;
  return isWrapper(schema) ? { ...rulesOf(schema.unwrap() as z.ZodType), ...own } : own;
});

/** The schema below `optional()` and `default()`. */
export const unwrap: (schema: z.ZodType) => z.ZodType = memoized((schema) =>
  isWrapper(schema) ? unwrap(schema.unwrap() as z.ZodType) : schema,
);

function isWrapper(schema: z.ZodType): schema is z.ZodOptional | z.ZodDefault {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
}

/** The schema of a member of an object, map or list; undefined if it is not declared. */
export function memberSchema(schema: z.ZodType, key: string | number): z.ZodType | undefined {
  const { shape, each } = memberSchemas(schema);
  return shape ? (getOwn(shape, String(key)) as z.ZodType | undefined) : each;
}

/** The schemas of an object's members by key, or the schema of every member of a map or list. */
interface MemberSchemas {
  readonly shape?: z.ZodRawShape;
  readonly each?: z.ZodType;
}

// `instanceof` of a zod class is slow.
const memberSchemas = memoized((schema: z.ZodType): MemberSchemas => {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) return { shape: inner.shape };
  if (inner instanceof z.ZodRecord) return { each: inner.valueType as z.ZodType };
  if (inner instanceof z.ZodArray) return { each: inner.element as z.ZodType };
  // Declared as a map or as its YAML text.
  const isYamlMap = inner instanceof z.ZodUnion && rulesOf(schema).yamlMap;
  return isYamlMap ? { each: z.unknown() } : {};
});

/** The schema of the field at a path; undefined if it is not declared. */
export function fieldAt(schema: z.ZodType, path: Path): z.ZodType | undefined {
  return path.reduce<z.ZodType | undefined>((at, key) => at && memberSchema(at, key), schema);
}

/** Paths of the outermost fields that have a rule, but not inside maps; `*` is every list entry. */
export function pathsWith(schema: z.ZodType, rule: keyof FieldRules): readonly Path[] {
  const cache = pathsByRule(schema);
  const paths = cache.get(rule) ?? findPaths(schema, rule);
  cache.set(rule, paths);
  return paths;
}

const pathsByRule = memoized((_schema: z.ZodType) => new Map<keyof FieldRules, readonly Path[]>());

function findPaths(schema: z.ZodType, rule: keyof FieldRules): readonly Path[] {
  return membersOf(unwrap(schema)).flatMap(([key, field]) =>
    rulesOf(field)[rule] ? [[key]] : pathsWith(field, rule).map((path) => [key, ...path]),
  );
}

function membersOf(schema: z.ZodType): [string, z.ZodType][] {
  if (schema instanceof z.ZodArray) return [["*", schema.element as z.ZodType]];
  return schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : [];
}

/** The value without members that the schema does not know. */
export function pruneUnknown(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return value;
  if (Array.isArray(value)) return value.map((item, index) => pruneUnknown(memberSchema(schema, index), item));
  if (!isRecord(value)) return value;
  // Maps and values without declared members keep every key.
  const dropsUnknown = unwrap(schema) instanceof z.ZodObject;
  const kept: [key: string, value: unknown][] = [];
  for (const key of Object.keys(value)) {
    const member = memberSchema(schema, key);
    if (member || !dropsUnknown) kept.push([key, pruneUnknown(member, value[key])]);
  }
  return Object.fromEntries(kept);
}

/** Properties without secret fields. */
export function withoutSecrets(fields: z.ZodType, properties: Properties): Properties {
  return pathsWith(fields, "secret").reduce(omitPath, properties);
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "a map",
  bigint: "a bigint",
  function: "a function",
  symbol: "a symbol",
};

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return typeOfNumber(value);
  const isInstance = typeof value === "object" && ![Object.prototype, null].includes(Object.getPrototypeOf(value));
  return isInstance ? "an instance of a class" : (typeNames[typeof value] ?? typeof value);
}

function typeOfNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Number.isInteger(value) ? "a number" : "a fraction";
}

const numberTypes: ReadonlySet<string> = new Set(["number", "int"]);

/** Messages for zod issues of fields without their own. They follow the name of the property. */
export const zodMessages: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type" && issue.input === undefined) return "is required";
  if (issue.code === "invalid_type")
    return `must be ${typeNames[issue.expected] ?? issue.expected}, not ${typeOf(issue.input)}`;
  if (issue.code === "invalid_union") return `has the wrong type: it is ${typeOf(issue.input)}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map((v) => JSON.stringify(v)).join(", ")}`;
  if (issue.code === "invalid_key") return `cannot be a key: it ${issue.issues[0]?.message}`;
  if (issue.code === "too_small") return numberTypes.has(issue.origin) ? "is too small" : "must not be empty";
  return issue.code === "too_big" ? "is too large" : undefined;
};
