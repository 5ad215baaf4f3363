import type * as z from "zod";
import { fieldAt, rulesOf } from "../objects/fields.js";
import type { Problem } from "../objects/operation.js";
import { containsUnknown, formatPath, type Path, type Properties, valueAt } from "../objects/values.js";

/** What is wrong with these inputs by the rules of their fields. Unknown values never fail and hide no other error. */
export function fieldProblems(fields: z.ZodObject, inputs: Properties): Problem[] {
  const result = fields.safeParse(inputs);
  const issues = result.success ? [] : result.error.issues;
  return issues.filter((issue) => !isUnknownYet(inputs, issue)).flatMap((issue) => problemsOf(fields, inputs, issue));
}

// A key is known, whatever becomes of its value.
const aboutKeys: ReadonlySet<string> = new Set(["unrecognized_keys", "invalid_key"]);

function isUnknownYet(inputs: Properties, issue: z.core.$ZodIssue): boolean {
  return !aboutKeys.has(issue.code) && containsUnknown(valueAt(inputs, issue.path as Path));
}

function problemsOf(fields: z.ZodObject, inputs: Properties, issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path as Path;
  const inside = issuesInside(issue);
  if (inside) return inside.flatMap((each) => problemsOf(fields, inputs, each));
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      property: formatPath([...path, key]),
      reason: unknownKey(fields, path),
    }));
  }
  return [{ property: formatPath(path), reason: reasonOf(fields, valueAt(inputs, path), issue) }];
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

/** The fields that an object at a path may have, by name; none where it may have any. */
export function shapeAt(inputs: z.ZodType, path: Path): Record<string, unknown> {
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

function reasonOf(fields: z.ZodObject, value: unknown, issue: z.core.$ZodIssue): string {
  const about = rulesOf(fieldAt(fields, issue.path as Path) ?? fields).description;
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
