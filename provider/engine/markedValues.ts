import * as z from "zod";
import type { Config } from "../config/config.js";
import { fieldAt, pathsWith, rulesOf, unwrap } from "../objects/fields/fieldRules.js";
import type { Problem } from "../objects/operation.js";
import type { Resource } from "../objects/resource.js";
import {
  formatPath,
  isRecord,
  isWithin,
  isWithinAny,
  type MarkedProperties,
  omitPath,
  type Path,
  type Properties,
  textsAt,
  unknown,
  valueAt,
  withoutNulls,
} from "../objects/values.js";
import { inputPath, openSpecKey } from "../objects/wire/objectShape.js";
import { withPath } from "../objects/wire/restrictions.js";
import { withYamlMaps } from "../objects/wire/yamlMaps.js";

/** The inputs of the program: no nulls, and no keys with `__`, which the engine and we reserve. */
export function programInputs(inputs: Properties): Properties {
  const own = Object.keys(inputs).some(isReserved)
    ? Object.fromEntries(Object.entries(inputs).filter(([key]) => !isReserved(key)))
    : inputs;
  return withoutNulls(own) as Properties;
}

/** Whether a property is reserved for the engine or the provider. */
const isReserved = (key: string): boolean => key.startsWith("__") && key !== "__proto__";

/** The fields of a resource, inputs and outputs, that are always secret. */
export function secretPaths(resource: Resource): Path[] {
  return [...pathsWith(resource.inputs, "secret"), ...pathsWith(resource.outputs, "secret")];
}

/** Paths of secrets: those that the resource declares, and those marked in any of the values. */
export function secretMarks(resource: Resource, ...values: readonly MarkedProperties[]): Path[] {
  const declared = secretPaths(resource);
  // Dynamic resources keep a copy of all inputs in one reserved secret.
  const marked = values.flatMap(({ secrets }) => secrets).filter(([key]) => !isReserved(String(key)));
  return [...declared, ...marked.filter((path) => !isWithinAny(path, declared))];
}

/** The texts of values that messages mask: those of their secrets. */
export function secretTexts(resource: Resource, ...values: readonly MarkedProperties[]): string[] {
  // Each has its own marks: the state may have a list as one secret text.
  return values.flatMap((value) => {
    const masked = secretMarks(resource, value).flatMap((path) => maskedPaths(resource, path));
    return textsAt(value.properties, masked);
  });
}

/** The paths of the values that messages mask: some members of a secret, or all of it. */
function maskedPaths({ outputs }: Resource, path: Path): Path[] {
  const field = fieldAt(outputs, path);
  const members = field && rulesOf(field).maskedMembers;
  return members ? members.map((member) => [...path, member]) : [path];
}

/** Values that are absent, such as the state before a create. */
export const noValues: MarkedProperties = { properties: {}, secrets: [] };

/** Properties, and the problems and warnings of fields in `extraSpec`. They contain no values. */
interface Moved extends MarkedProperties {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/**
 * Moves fields in `extraSpec` to their properties, with their secret marks. A declared property
 * wins. So programs and states stay valid when a later version learns a field. A YAML text of
 * variables becomes their map.
 */
export function moveKnownFields(resource: Resource, config: Config | undefined, given: MarkedProperties): Moved {
  const open = openSpecKey(resource.inputs);
  const moved = moveMembers({ resource, config }, { ...given, problems: [], warnings: [] }, [open]);
  return { ...moved, properties: withYamlMaps(resource.inputs, moved.properties, "program") };
}

/** The resource whose fields are looked up, and the settings that rename some of them. */
interface Target {
  readonly resource: Resource;
  readonly config: Config | undefined;
}

function moveMembers(target: Target, given: Moved, path: Path): Moved {
  const { resource, config } = target;
  const members = valueAt(given.properties, path);
  if (!isRecord(members)) return given;
  return Object.entries(members).reduce((moved, [key, value]) => {
    const from = [...path, key];
    const property =
      resource.plural === undefined ? undefined : inputPath({ resource, config }, ["spec", ...from.slice(1)]);
    const field = property && property[0] !== path[0] ? fieldAt(resource.inputs, property) : undefined;
    if (!property || !field || value === null) return moved;
    if (unwrap(field) instanceof z.ZodObject && isRecord(value)) return moveMembers(target, moved, from);
    return moveField(moved, field, { from, property });
  }, given);
}

/** The place of a value in `extraSpec`, and the property to which it is moved. */
interface Move {
  readonly from: Path;
  readonly property: Path;
}

function moveField(given: Moved, field: z.ZodType, { from, property }: Move): Moved {
  const { properties, secrets, problems, warnings } = given;
  const name = formatPath(property);
  const about = (reason: string): Problem => ({ property: formatPath(from), reason });
  // Such a value may be text or base64: the platform decides, and a check sends no request.
  if (rulesOf(field).bytes)
    return {
      ...given,
      problems: [
        ...problems,
        about(`has a property of its own: set \`${name}\` on the resource, not in \`extraSpec\`.`),
      ],
    };
  const value = valueAt(properties, from);
  const declared = valueAt(properties, property) ?? undefined;
  if (hasUnusableParent(properties, property) || (value === unknown && isRecord(declared))) return given;
  const rest = withoutField(properties, from);
  if (declared !== undefined)
    return {
      ...given,
      properties: rest,
      warnings: [
        ...warnings,
        about(`is ignored, because the property \`${name}\` is declared. Remove it from \`extraSpec\`.`),
      ],
    };
  return {
    properties: withPath(rest, property, value),
    secrets: [...secrets, ...secrets.flatMap((mark) => movedMark(mark, from, property))],
    problems,
    warnings: [...warnings, about(`${movedReason} Set \`${name}\` on the resource, not in \`extraSpec\`.`)],
  };
}

const movedReason = "has a property of its own, to which the value is moved.";

/** Whether a parent of the property is no map: it is unknown or invalid. */
const hasUnusableParent = (properties: Properties, property: Path): boolean =>
  property.some((_, depth) => !isRecord(valueAt(properties, property.slice(0, depth)) ?? {}));

/** The properties without a field, and without the parents that it leaves empty. */
function withoutField(properties: Properties, path: Path): Properties {
  const rest = omitPath(properties, path);
  const parent = path.slice(0, -1);
  const isEmptied = parent.length > 0 && Object.keys(valueAt(rest, parent) ?? {}).length === 0;
  return isEmptied ? withoutField(rest, parent) : rest;
}

/** The mark of the property, if the moved value is secret as a whole or in part. */
function movedMark(mark: Path, from: Path, property: Path): Path[] {
  const isWholeSecret = isWithin(from, mark);
  if (isWholeSecret) return [property];
  return isWithin(mark, from) ? [[...property, ...mark.slice(from.length)]] : [];
}
