import * as z from "zod";
import { type Identity, isRecord, own, type Path, type Properties, sameEntries, without } from "../values.js";

/** What is said of a field beside its type. Every decision about a field stands here, where the field is declared. */
export interface FieldRules {
  description?: string;
  /** What only a program that sets the field has to know, beside the description; answers of functions leave it out. */
  whenSet?: string;
  /** The words that a text may be, each with what it means. */
  words?: Readonly<Record<string, string>>;
  /** A change replaces the resource. */
  immutable?: true;
  /** Taking the field out of the program replaces the resource, although other changes do not. */
  removalReplaces?: true;
  /** Never shown in clear text. */
  secret?: true;
  /** Why the field should not be used any more, and what to use instead. */
  deprecationMessage?: string;
  /** What to use on a server that does not know the field, as a sentence. */
  insteadOf?: string;
  /** Settles something on our side and is never sent to the platform. */
  local?: true;
  /** Why dynamic resources cannot have the field: their protocol does not tell enough. */
  pluginOnly?: string;
  /** Whether an update in place from these inputs to those leaves a computed output as it is, so that a preview knows it. */
  stable?: (before: Properties, after: Properties) => boolean;
  /** A map whose entries are fields that this provider does not know: an absent one equals its zero value, as fields do. */
  openObject?: true;
  /** A list that other controllers share, so that only the declared entries are ours; this tells its entries apart. */
  sharedBy?: Identity;
  /** How two values are compared; the default is {@link sameValue}. */
  same?: (a: unknown, b: unknown) => boolean;
}

declare module "zod" {
  interface GlobalMeta extends FieldRules {}
}

const mark =
  (rules: FieldRules) =>
  <T extends z.ZodType>(schema: T): T =>
    schema.meta({ ...schema.meta(), ...rules });

/** Says what only a program that sets the field has to know. */
export const whenSet = (text: string) => mark({ whenSet: text });

/** One of a few words of this provider's own, each with what it means; a type with a name in every SDK. */
export const oneOf = <Word extends string>(id: string, description: string, words: Readonly<Record<Word, string>>) =>
  z.enum(Object.keys(words) as [Word, ...Word[]]).meta({ id, description, words });

/** Marks a field whose change replaces the resource. */
export const immutable = mark({ immutable: true });
/** Marks a field that is secret in state, previews, diffs, errors and logs. */
export const secret = mark({ secret: true });
/** Marks a field that is ours alone and never sent. */
export const local = mark({ local: true });
/** Marks a field that only the plugin can honour; the reason completes "works with the plugin only, since …". */
export const pluginOnly = (reason: string) => mark({ pluginOnly: reason });
/** Marks a computed output that no update in place changes. */
export const stable = mark({ stable: () => true });
/** Marks a computed output that some updates in place do not change. */
export const stableWhile = (isStable: (before: Properties, after: Properties) => boolean) => mark({ stable: isStable });
/** Marks a field that cannot be taken back in place. */
export const removalReplaces = mark({ removalReplaces: true });
/** Marks a map that stands for further fields of an object. */
export const openObject = mark({ openObject: true });
/** Names the field to use on a server that does not know this one. */
export const insteadOf = (sentence: string) => mark({ insteadOf: sentence });
/** Marks a deprecated field; the message names the replacement. */
export const deprecated = (deprecationMessage: string) => mark({ deprecationMessage });
/** Gives a field its own meaning of "no change". */
export const comparedBy = (same: (a: unknown, b: unknown) => boolean) => mark({ same });

/** Marks a list that others share: merged, compared and kept in state entry by entry. */
export const sharedBy = (identity: Identity) =>
  mark({ sharedBy: identity, same: (a, b) => sameEntries(a, b, identity) });

/** The rules of a field, through `optional()` and `default()`. */
export const rulesOf: (schema: z.ZodType) => FieldRules = remembered((schema) => {
  const own = (schema.meta() ?? {}) as FieldRules;
  return isWrapper(schema) ? { ...rulesOf(schema.unwrap() as z.ZodType), ...own } : own;
});

/** The schema below `optional()` and `default()`. */
export function bare(schema: z.ZodType): z.ZodType {
  return isWrapper(schema) ? bare(schema.unwrap() as z.ZodType) : schema;
}

function isWrapper(schema: z.ZodType): schema is z.ZodOptional | z.ZodDefault {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
}

/** The schema of the member `key` of an object, map or list, or undefined where nothing is declared. */
export function member(schema: z.ZodType, key: string | number): z.ZodType | undefined {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject) return own(inner.shape, String(key)) as z.ZodType | undefined;
  if (inner instanceof z.ZodRecord) return inner.valueType as z.ZodType;
  if (inner instanceof z.ZodArray) return inner.element as z.ZodType;
  return undefined;
}

/** The schema of the field at a path, or undefined where nothing is declared. */
export function fieldAt(schema: z.ZodType, path: Path): z.ZodType | undefined {
  return path.reduce<z.ZodType | undefined>((at, key) => at && member(at, key), schema);
}

/** The paths, outermost first, of the declared fields that carry a rule; lists are not entered. */
export function pathsWith(schema: z.ZodType, rule: keyof FieldRules): readonly Path[] {
  const known = pathsByRule(schema);
  const found = known.get(rule) ?? findPaths(schema, rule);
  known.set(rule, found);
  return found;
}

const pathsByRule = remembered((_schema: z.ZodType) => new Map<keyof FieldRules, readonly Path[]>());

function findPaths(schema: z.ZodType, rule: keyof FieldRules): readonly Path[] {
  const inner = bare(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(inner.shape).flatMap(([key, field]) =>
    rulesOf(field)[rule] ? [[key]] : pathsWith(field, rule).map((path) => [key, ...path]),
  );
}

/** A value without the members that its schema does not know; `dropped` hears where one was left out. */
export function knownPart(
  schema: z.ZodType | undefined,
  value: unknown,
  dropped: (path: Path) => void,
  path: Path = [],
): unknown {
  if (!schema) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => knownPart(member(schema, index), item, dropped, [...path, index]));
  }
  if (!isRecord(value)) return value;
  const strict = bare(schema) instanceof z.ZodObject;
  const known = Object.entries(value).filter(([key]) => {
    if (!strict || member(schema, key)) return true;
    dropped([...path, key]);
    return false;
  });
  return Object.fromEntries(
    known.map(([key, each]) => [key, knownPart(member(schema, key), each, dropped, [...path, key])]),
  );
}

/** Properties without the fields that are secret. */
export function withoutSecrets(fields: z.ZodType, properties: Properties): Properties {
  return pathsWith(fields, "secret").reduce(without, properties);
}

/** The same function, asked once for each object: what it says of one never changes. */
export function remembered<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "a map",
};

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  return typeNames[typeof value] ?? typeof value;
}

/** What is wrong with a value, as a predicate, where the field has no message of its own. */
export const problemWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type" && issue.input === undefined) return "is required";
  if (issue.code === "invalid_type")
    return `must be ${typeNames[issue.expected] ?? issue.expected}, not ${typeOf(issue.input)}`;
  if (issue.code === "invalid_union") return `has the wrong type: it is ${typeOf(issue.input)}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map((v) => JSON.stringify(v)).join(", ")}`;
  if (issue.code === "invalid_key") return `cannot be a key: it ${issue.issues[0]?.message}`;
  if (issue.code === "too_small") return "must not be empty";
  return issue.code === "too_big" ? "is too large" : undefined;
};
