import type * as z from "zod";
import { shownName } from "../api/output/escape.js";
import { mask } from "../api/output/secretShapes.js";
import { Secrets } from "../api/output/secrets.js";
import { madeUp, noName } from "../objects/fields/autonaming.js";
import { dataProblems } from "../objects/fields/dataProblems.js";
import { fieldAt, pathsWith, rulesOf } from "../objects/fields/fieldRules.js";
import type { Naming, Problem } from "../objects/operation.js";
import {
  formatPath,
  isWithin,
  type Path,
  type Properties,
  parsePath,
  textsAt,
  valueAt,
  withoutNulls,
} from "../objects/values.js";
import type { Resource } from "../resources/resource.js";
import { fieldProblems, shapeAt } from "./fieldProblems.js";

/** The inputs a program gives, and those of the last run where there was one. */
export interface CheckRequest {
  readonly inputs: Properties;
  readonly previous?: Properties | undefined;
  readonly naming: Naming;
  /** Where secrets stand among the inputs; what is said of them shows nothing of them. */
  readonly secretPaths?: readonly Path[] | undefined;
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

/** Validates inputs and fixes the name. Unknown values never fail and hide no other error. */
export function check(resource: Resource, request: CheckRequest): CheckResult {
  const { inputs, previous, naming, isDynamic } = request;
  const given = programInputs(inputs);
  const completed = resource.complete ? resource.complete(given, previous, naming) : given;
  const nameless = resource.complete !== undefined && completed.name === undefined;
  const wrongTypes = fieldProblems(resource.inputs, programInputs(completed));
  const known = new Set(wrongTypes.map(({ property }) => property));
  const lossy = dataProblems(given).filter(({ property }) => !known.has(property));
  const wrongMeanings = (resource.check?.(given, previous ?? {}) ?? []).filter(
    ({ property }) => !known.has(property) && !lossy.some((each) => each.property.startsWith(property)),
  );
  const outOfReach = isDynamic ? pluginOnlyProblems(resource, given) : [];
  const problems = [...wrongTypes, ...lossy, ...outOfReach, ...wrongMeanings, ...(nameless ? [noName] : [])].filter(
    // A name that was made up from a bad prefix is not the user's mistake.
    ({ property }) => property !== "name" || given.name !== undefined || !known.has("generateName"),
  );
  const advice = [...deprecations(resource.inputs, given, []), ...(resource.advise?.(given) ?? [])];
  const presented = presenter(resource.inputs, inputs, request.secretPaths ?? []);
  return { inputs: completed, problems: problems.map(presented), advice: advice.map(presented) };
}

// In other reasons a shorter secret is as likely a word of ours.
const shortestQuoted = 8;

/** Makes problems of inputs, of which some are secret, such as anybody may read. */
function presenter(fields: z.ZodObject, inputs: Properties, secretPaths: readonly Path[]) {
  const secrets = new Secrets(textsAt(inputs, secretPaths).filter(({ length }) => length >= shortestQuoted));
  // Keys inside a secret are secret, too, except those that the schema names.
  const shownKey = (key: string | number, path: Path) =>
    secretPaths.some((secret) => isWithin(path, secret)) && !Object.hasOwn(shapeAt(fields, path), key) ? mask : key;
  return ({ property, reason, secretReason }: Problem): Problem => {
    const path = parsePath(property);
    const isSecret = secretPaths.some((secret) => isWithin(path, secret) || isWithin(secret, path));
    return {
      property: shownName(
        formatPath(path.map((key, at) => (typeof key === "string" ? shownKey(key, path.slice(0, at)) : key))),
      ),
      reason: isSecret && secretReason !== undefined ? secretReason : secrets.redact(reason, "us"),
    };
  };
}

/** The inputs of the program: no nulls, and no keys with `__`, which the engine and we reserve. */
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
