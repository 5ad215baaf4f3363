import type * as z from "zod";
import { operationSecrets, type Secrets, shownName } from "../api/output/redaction.js";
import { secretPlaceholder } from "../api/output/secretForms.js";
import type { Config } from "../config/config.js";
import { defaultsKey, noName, withName } from "../objects/fields/autonaming.js";
import { fieldAt, pathsWith, rulesOf, unwrap, zodMessages } from "../objects/fields/fieldRules.js";
import { importProblems } from "../objects/fields/importProblems.js";
import { jsonProblems } from "../objects/fields/jsonProblems.js";
import { miswrittenTexts } from "../objects/fields/miswrittenTexts.js";
import { isNamed } from "../objects/lifecycle/lifecycle.js";
import { sentenceOf } from "../objects/messages/messages.js";
import type { Context, Naming, Problem } from "../objects/operation.js";
import type { Resource } from "../objects/resource.js";
import { ResourceError } from "../objects/resourceError.js";
import {
  containsUnknown,
  formatPath,
  isWithin,
  isWithinAny,
  overlapsAny,
  type Path,
  type Properties,
  parsePath,
  unknown,
  valueAt,
} from "../objects/values.js";
import { pluginNpmName } from "../packageNames.js";
import { moveKnownFields, programInputs, secretTexts } from "./markedValues.js";

/** The inputs a program gives, and those of the last run where there was one. */
interface CheckRequest {
  readonly inputs: Properties;
  readonly previous?: Properties | undefined;
  readonly naming: Naming;
  /** Paths of secret inputs. Messages never contain their values. */
  readonly secretPaths?: readonly Path[] | undefined;
  /** Whether it is a dynamic resource, which supports fewer fields. */
  readonly isDynamic?: boolean;
  /** The settings, if they are known. */
  readonly config?: Config | undefined;
}

/** The inputs for the state, with errors and warnings. */
export interface CheckResult {
  readonly inputs: Properties;
  /** The given secret paths, and those of values that Check moved. */
  readonly secrets: readonly Path[];
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Validates inputs and sets a missing name. Unknown values never fail and hide no other error. */
export function check(resource: Resource, request: CheckRequest): CheckResult {
  const { naming, isDynamic, config } = request;
  const moved = moveKnownFields(resource, config, { properties: request.inputs, secrets: request.secretPaths ?? [] });
  const movedPrevious = moveKnownFields(resource, config, { properties: request.previous ?? {}, secrets: [] });
  const secrets = operationSecrets(secretTexts(resource, moved, movedPrevious));
  const previous = request.previous && movedPrevious.properties;
  const given = programInputs(moved.properties);
  const needsName = isNamed(resource);
  const completed = needsName ? withName(given, previous, naming) : given;
  const nameProblems = needsName && completed.name === undefined ? [noName] : [];
  const typeProblems = fieldProblems(resource.inputs, programInputs(completed));
  const reported = new Set(typeProblems.map(({ property }) => property));
  const dataLoss = jsonProblems(given).filter(({ property }) => !reported.has(property));
  const damaged = dataLoss.map(({ property }) => parsePath(property));
  // A rule error about a damaged value is only a consequence.
  const ruleProblems = (resource.check?.(given, previous ?? {}) ?? []).filter(
    ({ property }) => !reported.has(property) && !damaged.some((path) => isWithin(path, parsePath(property))),
  );
  const pluginOnly = isDynamic ? pluginOnlyProblems(resource, given) : [];
  const problems = [...typeProblems, ...dataLoss, ...pluginOnly, ...ruleProblems, ...nameProblems].filter(
    // An error in generateName is not repeated for the generated name.
    ({ property }) => property !== "name" || given.name !== undefined || !reported.has("generateName"),
  );
  const warnings = [
    ...deprecations(resource.inputs, given, []),
    ...(resource.inputWarnings?.(given, previous ?? {}) ?? []),
  ];
  const redact = redactor(resource.inputs, secrets, moved.secrets);
  return {
    inputs: completed,
    secrets: moved.secrets,
    problems: [...moved.problems, ...problems.map(redact)],
    warnings: [...moved.warnings, ...warnings.map(redact)],
  };
}

/** Key of an object that two resource types can manage; undefined while its name is unknown. */
export function sharedObjectKeyOf(resource: Resource, inputs: Properties): string | undefined {
  const key = resource.sharedObjectKey?.(programInputs(inputs));
  // String(unknown) is "Symbol(unknown)"; no valid name has parentheses.
  return key?.includes(String(unknown)) ? undefined : key;
}

/** Removes secrets from problems. */
function redactor(fields: z.ZodObject, secrets: Secrets, secretPaths: readonly Path[]) {
  // Keys inside a secret are secret, except those in the schema.
  const shownKey = (key: string | number, path: Path) =>
    isWithinAny(path, secretPaths) && !Object.hasOwn(shapeAt(fields, path), key) ? secretPlaceholder : key;
  return ({ property, reason, secretReason }: Problem): Problem => {
    const path = parsePath(property);
    const isSecret = overlapsAny(path, secretPaths);
    const shown = path.map((key, at) => (typeof key === "string" ? shownKey(key, path.slice(0, at)) : key));
    return {
      property: shownName(secrets.mask(formatPath(shown), "provider")),
      reason: isSecret && secretReason !== undefined ? secretReason : secrets.redact(reason, "provider"),
    };
  };
}

/** The reserved input about defaults that Check has set, such as a generated name. */
export function checkDefaults(inputs: Properties): Properties {
  return inputs[defaultsKey] === undefined ? {} : { [defaultsKey]: inputs[defaultsKey] };
}

const howToUsePlugin = `Import the class from ${pluginNpmName}: see docs/classes-or-plugin.md.`;

function pluginOnlyProblems(resource: Resource, given: Properties): Problem[] {
  return pathsWith(resource.inputs, "pluginOnly").flatMap((path) => {
    const field = fieldAt(resource.inputs, path);
    if (!field || valueAt(given, path) === undefined) return [];
    const reason = `works with the plugin only, because ${rulesOf(field).pluginOnly}. ${howToUsePlugin}`;
    return [{ property: formatPath(path), reason }];
  });
}

function deprecations(schema: z.ZodType, inputs: Properties, path: Path): Problem[] {
  return Object.entries(inputs).flatMap(([key, value]) => {
    const field = fieldAt(schema, [key]);
    const here = [...path, key];
    const replacement = field && rulesOf(field).deprecationMessage;
    const reason = replacement && `is deprecated. ${replacement}`;
    const own = reason ? [{ property: formatPath(here), reason }] : [];
    const inside = field && typeof value === "object" && value && !Array.isArray(value);
    return inside ? [...own, ...deprecations(field, value as Properties, here)] : own;
  });
}

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
    const reason = unrecognizedKeyReason(fields, path);
    return issue.keys.map((key) => ({ property: formatPath([...path, key]), reason }));
  }
  return [{ property: formatPath(path), reason: issueReason(fields, issue) }];
}

/** The issues of the matching alternative: the one that accepts the type and rejects a member. */
function unionIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] | undefined {
  if (issue.code !== "invalid_union") return undefined;
  const meant = issue.errors.find((each) => each.every(({ path }) => path.length > 0));
  return meant?.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
}

function unrecognizedKeyReason(fields: z.ZodType, path: Path): string {
  const known = Object.keys(shapeAt(fields, path)).join(", ");
  return `is not a property. Known here: ${known}. Correct the spelling or remove it.`;
}

/** The fields of the object at a path, by name; empty if it may have any. */
function shapeAt(fields: z.ZodType, path: Path): Record<string, unknown> {
  const field = fieldAt(fields, path);
  return (field && (unwrap(field) as Partial<z.ZodObject>).shape) ?? {};
}

function issueReason(fields: z.ZodObject, { path, message: problem }: z.core.$ZodIssue): string {
  const about = rulesOf(fieldAt(fields, path as Path) ?? fields).description;
  return `${problem}.${about ? ` ${firstSentence(about)}` : ""}`;
}

// A description may introduce a list with a colon.
const firstSentence = (text: string) => /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;

/** Refuses inputs that Pulumi would write into a program as code, and warns of changed texts. */
export function checkImport(context: Context, label: string, inputs: Properties): void {
  const problems = importProblems(inputs).map(sentenceOf).join(" ");
  if (problems !== "")
    throw new ResourceError(`${label} cannot be imported: ${problems} Change the object, then import it.`);
  warnOfMiswrittenTexts(context, label, inputs);
}

/** Warns of texts that `pulumi import` writes wrongly into the generated program. */
export function warnOfMiswrittenTexts({ warn }: Pick<Context, "warn">, label: string, inputs: Properties): void {
  const places = miswrittenTexts(inputs).map(({ property, reason }) => `${property} (${reason})`);
  if (places.length > 0)
    warn(
      `${label}: a text or key will differ in the program that Pulumi writes: ${places.join(", ")}. Run ` +
        "pulumi preview, and correct the program by hand.",
    );
}
