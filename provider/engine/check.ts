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
  isRecord,
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

/** The inputs of the program, and those of the last run, if any. */
interface CheckRequest {
  readonly inputs: Properties;
  readonly previous?: Properties | undefined;
  readonly naming: Naming;
  /** Paths of secret inputs. Messages never contain their values. */
  readonly secretPaths?: readonly Path[] | undefined;
  /** Whether it is a dynamic resource, in which the fields for the plugin only are errors. */
  readonly isDynamic?: boolean;
  /** The settings, if they are known. */
  readonly config?: Config | undefined;
}

/** The inputs for the state, with errors and warnings. */
export interface CheckResult {
  readonly inputs: Properties;
  /** The secret paths of the request, then those of values that Check moved out of extraSpec. */
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
  const declared = programInputs(moved.properties);
  const needsName = isNamed(resource);
  const completed = needsName ? withName(declared, previous, naming) : declared;
  const nameProblems = needsName && completed.name === undefined ? [noName] : [];
  const typeProblems = fieldProblems(resource.inputs, programInputs(completed));
  const reportedProperties = new Set(typeProblems.map(({ property }) => property));
  const valueProblems = jsonProblems(declared).filter(({ property }) => !reportedProperties.has(property));
  const valuePaths = valueProblems.map(({ property }) => parsePath(property));
  // A rule may fail only because its property is or contains an invalid value.
  const ruleProblems = (resource.check?.(declared, previous ?? {}) ?? []).filter(
    ({ property }) =>
      !reportedProperties.has(property) && !valuePaths.some((path) => isWithin(path, parsePath(property))),
  );
  const pluginOnly = isDynamic ? pluginOnlyProblems(resource, declared) : [];
  const problems = [...typeProblems, ...valueProblems, ...pluginOnly, ...ruleProblems, ...nameProblems].filter(
    // An error in generateName is not repeated for the generated name.
    ({ property }) => property !== "name" || declared.name !== undefined || !reportedProperties.has("generateName"),
  );
  const warnings = [
    ...deprecations(resource.inputs, declared, []),
    ...(resource.inputWarnings?.(declared, previous ?? {}) ?? []),
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

/** Returns a function that masks the secrets in a problem. */
function redactor(fields: z.ZodObject, secrets: Secrets, secretPaths: readonly Path[]) {
  // The program chose the keys inside a secret, unless the schema has them.
  const shownKey = (key: string | number, path: Path) =>
    isWithinAny(path, secretPaths) && !Object.hasOwn(shapeAt(fields, path), key) ? secretPlaceholder : key;
  return ({ property, reason, secretReason }: Problem): Problem => {
    const path = parsePath(property);
    const isSecret = overlapsAny(path, secretPaths);
    const shownPath = path.map((key, depth) => (typeof key === "string" ? shownKey(key, path.slice(0, depth)) : key));
    return {
      property: shownName(secrets.mask(formatPath(shownPath), "provider")),
      reason: isSecret && secretReason !== undefined ? secretReason : secrets.redact(reason, "provider"),
    };
  };
}

/** Only the key `__defaults`, under which Check lists generated inputs; empty without any. */
export function reservedInputsOf(inputs: Properties): Properties {
  return inputs[defaultsKey] === undefined ? {} : { [defaultsKey]: inputs[defaultsKey] };
}

const howToUsePlugin = `Import the class from ${pluginNpmName}: see docs/classes-or-plugin.md.`;

function pluginOnlyProblems(resource: Resource, declared: Properties): Problem[] {
  return pathsWith(resource.inputs, "pluginOnly").flatMap((path) => {
    const field = fieldAt(resource.inputs, path);
    if (!field || valueAt(declared, path) === undefined) return [];
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
    return field && isRecord(value) ? [...own, ...deprecations(field, value, here)] : own;
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
  const memberIssues = unionIssues(issue);
  if (memberIssues) return memberIssues.flatMap((each) => problemsOf(fields, each));
  if (issue.code === "unrecognized_keys") {
    const reason = unrecognizedKeyReason(fields, path);
    return issue.keys.map((key) => ({ property: formatPath([...path, key]), reason }));
  }
  return [{ property: formatPath(path), reason: issueReason(fields, issue) }];
}

/** The issues of the union's alternative that accepts the value's type, but rejects a member. */
function unionIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] | undefined {
  if (issue.code !== "invalid_union") return undefined;
  const matching = issue.errors.find((each) => each.every(({ path }) => path.length > 0));
  return matching?.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
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
  const { description } = rulesOf(fieldAt(fields, path as Path) ?? fields);
  return `${problem}.${description ? ` ${firstSentence(description)}` : ""}`;
}

// A colon ends the sentence too: a list of values follows it.
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
