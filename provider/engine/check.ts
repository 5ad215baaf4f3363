import type * as z from "zod";
import { dataProblems } from "../objects/dataProblems.js";
import { fieldAt, pathsWith, rulesOf } from "../objects/fields.js";
import { madeUp, noName } from "../objects/naming.js";
import type { Naming, Problem } from "../objects/operation.js";
import { shownProperty } from "../objects/shownProperty.js";
import { formatPath, type Path, type Properties, valueAt, withoutNulls } from "../objects/values.js";
import type { Resource } from "../resources/resource.js";
import { fieldProblems } from "./fieldProblems.js";
import { problemConcealer } from "./problemConcealer.js";

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

/** Validates inputs and fixes what must never change afterwards. Unknown values never fail and hide no other error. */
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
  const concealed = problemConcealer(resource.inputs, inputs, request.secretPaths ?? []);
  return {
    inputs: completed,
    problems: problems.map(concealed).map(presented),
    advice: advice.map(concealed),
  };
}

/** A key may hold anything. */
const presented = ({ property, reason }: Problem): Problem => ({ property: shownProperty(property), reason });

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
