import type * as z from "zod";
import { operationSecrets, type Secrets, shownName } from "../api/output/redaction.js";
import { mask } from "../api/output/secretForms.js";
import type { Config } from "../config/config.js";
import { defaultsKey, noName, withName } from "../objects/fields/autonaming.js";
import { fieldAt, pathsWith, rulesOf } from "../objects/fields/fieldRules.js";
import { jsonProblems } from "../objects/fields/jsonProblems.js";
import type { Naming, Problem } from "../objects/operation.js";
import type { Resource } from "../objects/resource.js";
import {
  anyOverlaps,
  formatPath,
  isWithin,
  type Path,
  type Properties,
  parsePath,
  valueAt,
} from "../objects/values.js";
import { fieldProblems, shapeAt } from "./fieldProblems.js";
import { moveKnownFields, programInputs, secretTexts } from "./markedValues.js";

/** The inputs a program gives, and those of the last run where there was one. */
export interface CheckRequest {
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

/** Validates inputs and fixes the name. Unknown values never fail and hide no other error. */
export function check(resource: Resource, request: CheckRequest): CheckResult {
  const { naming, isDynamic, config } = request;
  const moved = moveKnownFields(resource, config, { properties: request.inputs, secrets: request.secretPaths ?? [] });
  const before = moveKnownFields(resource, config, { properties: request.previous ?? {}, secrets: [] });
  const secrets = operationSecrets(secretTexts(resource, moved, before));
  const previous = request.previous && before.properties;
  const given = programInputs(moved.properties);
  const isNamed = resource.plural !== undefined;
  const completed = isNamed ? withName(given, previous, naming) : given;
  const nameless = isNamed && completed.name === undefined;
  const typeProblems = fieldProblems(resource.inputs, programInputs(completed));
  const known = new Set(typeProblems.map(({ property }) => property));
  const dataLoss = jsonProblems(given).filter(({ property }) => !known.has(property));
  const ruleProblems = (resource.check?.(given, previous ?? {}) ?? []).filter(
    ({ property }) => !known.has(property) && !dataLoss.some((each) => each.property.startsWith(property)),
  );
  const pluginOnly = isDynamic ? pluginOnlyProblems(resource, given) : [];
  const problems = [...typeProblems, ...dataLoss, ...pluginOnly, ...ruleProblems, ...(nameless ? [noName] : [])].filter(
    // An error in generateName is not repeated for the generated name.
    ({ property }) => property !== "name" || given.name !== undefined || !known.has("generateName"),
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

/** Removes secrets from problems. */
function redactor(fields: z.ZodObject, secrets: Secrets, secretPaths: readonly Path[]) {
  // Keys inside a secret are secret, except those in the schema.
  const shownKey = (key: string | number, path: Path) =>
    secretPaths.some((secret) => isWithin(path, secret)) && !Object.hasOwn(shapeAt(fields, path), key) ? mask : key;
  return ({ property, reason, secretReason }: Problem): Problem => {
    const path = parsePath(property);
    const isSecret = anyOverlaps(secretPaths, path);
    const shown = path.map((key, at) => (typeof key === "string" ? shownKey(key, path.slice(0, at)) : key));
    return {
      property: shownName(secrets.mask(formatPath(shown), "us")),
      reason: isSecret && secretReason !== undefined ? secretReason : secrets.redact(reason, "us"),
    };
  };
}

/** The record of Check about defaults, such as a generated name. */
export function checkDefaults(inputs: Properties): Properties {
  return inputs[defaultsKey] === undefined ? {} : { [defaultsKey]: inputs[defaultsKey] };
}

function pluginOnlyProblems(resource: Resource, given: Properties): Problem[] {
  return pathsWith(resource.inputs, "pluginOnly").flatMap((path) => {
    const reason = rulesOf(fieldAt(resource.inputs, path) ?? resource.inputs).pluginOnly;
    if (valueAt(given, path) === undefined) return [];
    return [{ property: formatPath(path), reason: `works with the plugin only, because ${reason}.` }];
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
