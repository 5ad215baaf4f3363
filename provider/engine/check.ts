import type { z } from "zod";
import { fieldAt, pathsWith, rulesOf } from "../objects/fields.js";
import { madeUp, noName } from "../objects/naming.js";
import type { Naming, Problem } from "../objects/operation.js";
import { containsUnknown, formatPath, type Path, type Properties, valueAt, withoutNulls } from "../objects/values.js";
import type { Resource } from "../resources/resource.js";

/** The inputs a program gives, and those of the last run where there was one. */
export interface CheckRequest {
  readonly inputs: Properties;
  readonly previous?: Properties | undefined;
  readonly naming: Naming;
  /** Whether the resource is a dynamic one, which cannot have every field. */
  readonly isDynamic?: boolean;
}

/** The inputs as they go into state, and what is wrong with them. */
export interface CheckResult {
  readonly inputs: Properties;
  readonly problems: readonly Problem[];
  /** Advice that stops nothing. */
  readonly advice: readonly Problem[];
}

/** Validates inputs and fixes what must never change afterwards. Unknown values never fail and hide no other error. */
export function check(resource: Resource, { inputs, previous, naming, isDynamic }: CheckRequest): CheckResult {
  const given = programInputs(inputs);
  const completed = resource.complete ? resource.complete(given, previous, naming) : given;
  const nameless = resource.complete !== undefined && completed.name === undefined;
  const wrongTypes = fieldProblems(resource, programInputs(completed));
  const known = new Set(wrongTypes.map(({ property }) => property));
  const wrongMeanings = (resource.check?.(given) ?? []).filter(({ property }) => !known.has(property));
  const outOfReach = isDynamic ? pluginOnlyProblems(resource, given) : [];
  const problems = [...wrongTypes, ...outOfReach, ...wrongMeanings, ...(nameless ? [noName] : [])].filter(
    // A name that was made up from a bad prefix is not the user's mistake.
    ({ property }) => property !== "name" || given.name !== undefined || !known.has("generateName"),
  );
  return {
    inputs: completed,
    problems,
    advice: [...deprecations(resource.inputs, given, []), ...(resource.advise?.(given) ?? [])],
  };
}

/** What a program set: without nulls, and without the keys that begin with `__`, which are the engine's and ours. */
export function programInputs(inputs: Properties): Properties {
  const own = Object.entries(inputs).filter(([key]) => !isReserved(key));
  return withoutNulls(Object.fromEntries(own)) as Properties;
}

/** Whether a property is the engine's or ours, and not one that a program sets. */
export const isReserved = (key: string): boolean => key.startsWith("__") && key !== "__proto__";

/** The notes that Check left among the inputs, such as which name was made up. */
export function checkNotes(inputs: Properties): Properties {
  return inputs[madeUp] === undefined ? {} : { [madeUp]: inputs[madeUp] };
}

function pluginOnlyProblems(resource: Resource, given: Properties): Problem[] {
  return pathsWith(resource.inputs, "pluginOnly").flatMap((path) => {
    const reason = rulesOf(fieldAt(resource.inputs, path) ?? resource.inputs).pluginOnly;
    if (valueAt(given, path) === undefined) return [];
    return [{ property: formatPath(path), reason: `works with the plugin only, since ${reason}.` }];
  });
}

function fieldProblems(resource: Resource, inputs: Properties): Problem[] {
  const result = resource.inputs.safeParse(inputs);
  const issues = result.success ? [] : result.error.issues;
  return issues.filter((issue) => !isUnknownYet(inputs, issue)).flatMap((issue) => problemsOf(resource, inputs, issue));
}

// A key is known, whatever becomes of its value.
const aboutKeys: ReadonlySet<string> = new Set(["unrecognized_keys", "invalid_key"]);

function isUnknownYet(inputs: Properties, issue: z.core.$ZodIssue): boolean {
  return !aboutKeys.has(issue.code) && containsUnknown(valueAt(inputs, issue.path as Path));
}

function problemsOf(resource: Resource, inputs: Properties, issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path as Path;
  const inside = issuesInside(issue);
  if (inside) return inside.flatMap((each) => problemsOf(resource, inputs, each));
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      property: formatPath([...path, key]),
      reason: unknownKey(resource.inputs, path),
    }));
  }
  return [{ property: formatPath(path), reason: reasonOf(resource, valueAt(inputs, path), issue) }];
}

/** The issues of the alternative that a value was meant for: the one that accepts its type and refuses something inside. */
function issuesInside(issue: z.core.$ZodIssue): z.core.$ZodIssue[] | undefined {
  if (issue.code !== "invalid_union") return undefined;
  const meant = issue.errors.find((each) => each.every(({ path }) => path.length > 0));
  return meant?.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
}

function unknownKey(inputs: z.ZodType, path: Path): string {
  const known = Object.keys(shapeAt(inputs, path)).join(", ");
  return `is not a property. Known here: ${known}. Correct the spelling or remove it.`;
}

function shapeAt(inputs: z.ZodType, path: Path): Record<string, unknown> {
  const field = fieldAt(inputs, path);
  const bare = field && "unwrap" in field ? (field as z.ZodOptional).unwrap() : field;
  return (bare as z.ZodObject | undefined)?.shape ?? {};
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

function reasonOf(resource: Resource, value: unknown, issue: z.core.$ZodIssue): string {
  const about = rulesOf(fieldAt(resource.inputs, issue.path as Path) ?? resource.inputs).description;
  const hint = about ? ` ${firstSentence(about)}` : "";
  if (value === undefined && issue.code === "invalid_type") return `is required.${hint}`;
  if (issue.code === "invalid_type")
    return `must be ${typeNames[issue.expected] ?? issue.expected}, not ${nameOf(value)}.${hint}`;
  if (issue.code === "invalid_union") return `has the wrong type: it is ${nameOf(value)}.${hint}`;
  if (issue.code === "invalid_value")
    return `must be one of ${issue.values.map((v) => JSON.stringify(v)).join(", ")}.${hint}`;
  if (issue.code === "invalid_key") return `cannot be a key: it ${issue.issues[0]?.message}.`;
  return `${sentence(issue)}.${hint}`;
}

const firstSentence = (text: string) => /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;

const ownWords: Readonly<Record<string, string>> = { too_small: "must not be empty", too_big: "is too large" };

/** The message that the field gives itself; zod's own words are not a user's. */
const sentence = ({ code, message }: z.core.$ZodIssue) =>
  (/^(Too|Invalid)/.test(message) && ownWords[code ?? ""]) || message;

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  return typeNames[typeof value] ?? typeof value;
}

function deprecations(schema: z.ZodType, inputs: Properties, path: Path): Problem[] {
  return Object.entries(inputs).flatMap(([key, value]) => {
    const field = fieldAt(schema, [key]);
    const here = [...path, key];
    const message = field && rulesOf(field).deprecationMessage;
    const own = message ? [{ property: formatPath(here), reason: `is deprecated. ${message}` }] : [];
    const inside = field && typeof value === "object" && value && !Array.isArray(value);
    return inside ? [...own, ...deprecations(field, value as Properties, here)] : own;
  });
}
