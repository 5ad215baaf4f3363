import type * as z from "zod";
import { fieldAt, rulesOf, zodMessages } from "../objects/fields/fieldRules.js";
import type { Problem } from "../objects/operation.js";
import { containsUnknown, formatPath, type Path, type Properties, valueAt } from "../objects/values.js";

/** Errors in inputs by the rules of their fields. Unknown values never fail and hide no error. */
export function fieldProblems(fields: z.ZodObject, inputs: Properties): Problem[] {
  const issues = fields.safeParse(inputs, { error: zodMessages }).error?.issues ?? [];
  return issues.filter((issue) => !isUnknownValue(inputs, issue)).flatMap((issue) => problemsOf(fields, issue));
}

// A key is known even if its value is not.
const keyIssues: ReadonlySet<string> = new Set(["unrecognized_keys", "invalid_key"]);

function isUnknownValue(inputs: Properties, issue: z.core.$ZodIssue): boolean {
  return !keyIssues.has(issue.code) && containsUnknown(valueAt(inputs, issue.path as Path));
}

function problemsOf(fields: z.ZodObject, issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path as Path;
  const inside = unionIssues(issue);
  if (inside) return inside.flatMap((each) => problemsOf(fields, each));
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ property: formatPath([...path, key]), reason: unknownKey(fields, path) }));
  }
  return [{ property: formatPath(path), reason: reasonOf(fields, issue) }];
}

/** The issues of the matching alternative: the one that accepts the type and rejects a member. */
function unionIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] | undefined {
  if (issue.code !== "invalid_union") return undefined;
  const meant = issue.errors.find((each) => each.every(({ path }) => path.length > 0));
  return meant?.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
}

function unknownKey(inputs: z.ZodType, path: Path): string {
  const known = Object.keys(shapeAt(inputs, path)).join(", ");
  return `is not a property. Known here: ${known}. Correct the spelling or remove it.`;
}

/** The fields of the object at a path, by name; empty if it may have any. */
export function shapeAt(inputs: z.ZodType, path: Path): Record<string, unknown> {
  const field = fieldAt(inputs, path);
  const bare = field && "unwrap" in field ? (field as z.ZodOptional).unwrap() : field;
  return (bare as z.ZodObject | undefined)?.shape ?? {};
}

function reasonOf(fields: z.ZodObject, { path, message: problem }: z.core.$ZodIssue): string {
  const about = rulesOf(fieldAt(fields, path as Path) ?? fields).description;
  return `${problem}.${about ? ` ${firstSentence(about)}` : ""}`;
}

const firstSentence = (text: string) => /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
