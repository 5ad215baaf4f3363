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

/** The inputs without nulls and reserved keys, such as `__defaults`. */
export function programInputs(inputs: Properties): Properties {
  const own = Object.keys(inputs).some(isReserved)
    ? Object.fromEntries(Object.entries(inputs).filter(([key]) => !isReserved(key)))
    : inputs;
  return withoutNulls(own) as Properties;
}

/** Whether the engine or the provider reserves a key. Check rejects `__proto__` instead. */
const isReserved = (key: string): boolean => key.startsWith("__") && key !== "__proto__";

/** The fields of a resource, inputs and outputs, that are always secret. */
export function secretPaths(resource: Resource): Path[] {
  return [...pathsWith(resource.inputs, "secret"), ...pathsWith(resource.outputs, "secret")];
}

/** Paths of secrets: those of the resource's schema, and those marked in any of the values. */
export function secretMarks(resource: Resource, ...values: readonly MarkedProperties[]): Path[] {
  const always = secretPaths(resource);
  // A dynamic resource has a copy of all inputs in one reserved key, which is secret.
  const marked = values.flatMap(({ secrets }) => secrets).filter(([key]) => !isReserved(String(key)));
  return [...always, ...marked.filter((path) => !isWithinAny(path, always))];
}

/** The texts of the secrets in these values. Messages mask them. */
export function secretTexts(resource: Resource, ...values: readonly MarkedProperties[]): string[] {
  // Each value has its own marks: a text that is secret in the state may be a list in the inputs,
  // of which only some entries are secret.
  return values.flatMap((value) => {
    const masked = secretMarks(resource, value).flatMap((path) => maskedPaths(resource, path));
    return textsAt(value.properties, masked);
  });
}

/** The paths that messages mask for the secret at a path: some of its members, or the whole. */
function maskedPaths({ outputs }: Resource, path: Path): Path[] {
  const field = fieldAt(outputs, path);
  const members = field && rulesOf(field).maskedMembers;
  return members ? members.map((member) => [...path, member]) : [path];
}

/** Stands for values that do not exist, such as the state before a create. */
export const noValues: MarkedProperties = { properties: {}, secrets: [] };

/** Properties after the move, and its problems and warnings, which quote no values. */
interface Moved extends MarkedProperties {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/**
 * Moves each field of `extraSpec` that has a property of its own to that property, with its secret
 * marks. A declared property wins. So programs and states stay valid when a later version adds a
 * field. Also parses the YAML text of inputs that are maps.
 */
export function moveKnownFields(resource: Resource, config: Config | undefined, values: MarkedProperties): Moved {
  const openKey = openSpecKey(resource.inputs);
  const moved = moveMembers({ resource, config }, { ...values, problems: [], warnings: [] }, [openKey]);
  return { ...moved, properties: withYamlMaps(resource.inputs, moved.properties, "program") };
}

/** The resource whose fields are looked up, and the settings that rename some of them. */
interface Target {
  readonly resource: Resource;
  readonly config: Config | undefined;
}

/** Moves the fields inside the map at a path, which is `extraSpec` or a map in it. */
function moveMembers(target: Target, before: Moved, path: Path): Moved {
  const { resource, config } = target;
  const members = valueAt(before.properties, path);
  // The fields of a custom resource have no places in a spec.
  if (!isRecord(members) || resource.plural === undefined) return before;
  return Object.entries(members).reduce((moved, [key, value]) => {
    const from = [...path, key];
    const property = inputPath({ resource, config }, ["spec", ...from.slice(1)]);
    // For a field without a property, `inputPath` returns its path in `extraSpec` again.
    const field = property && property[0] !== path[0] ? fieldAt(resource.inputs, property) : undefined;
    if (!property || !field || value === null) return moved;
    if (unwrap(field) instanceof z.ZodObject && isRecord(value)) return moveMembers(target, moved, from);
    return moveField(moved, field, { from, property });
  }, before);
}

/** The place of a value in `extraSpec`, and the property to which it is moved. */
interface Move {
  readonly from: Path;
  readonly property: Path;
}

function moveField(before: Moved, field: z.ZodType, { from, property }: Move): Moved {
  const { properties, secrets, problems, warnings } = before;
  const name = formatPath(property);
  const problemOf = (reason: string): Problem => ({ property: formatPath(from), reason });
  // In `extraSpec` it may be text or base64: the platform decides, and Check sends no request.
  if (rulesOf(field).bytes)
    return {
      ...before,
      problems: [
        ...problems,
        problemOf(`has a property of its own: set \`${name}\` on the resource, not in \`extraSpec\`.`),
      ],
    };
  const value = valueAt(properties, from);
  const declared = valueAt(properties, property) ?? undefined;
  // An unknown value may turn out to be an object, whose members are then moved one by one.
  if (hasUnusableParent(properties, property) || (value === unknown && isRecord(declared))) return before;
  const rest = withoutField(properties, from);
  if (declared !== undefined)
    return {
      ...before,
      properties: rest,
      warnings: [
        ...warnings,
        problemOf(`is ignored, because the property \`${name}\` is declared. Remove it from \`extraSpec\`.`),
      ],
    };
  return {
    properties: withPath(rest, property, value),
    secrets: [...secrets, ...secrets.flatMap((mark) => movedMark(mark, from, property))],
    problems,
    warnings: [...warnings, problemOf(`${movedReason} Set \`${name}\` on the resource, not in \`extraSpec\`.`)],
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

/** The secret mark of the moved value or of a part of it; empty if this mark is elsewhere. */
function movedMark(mark: Path, from: Path, property: Path): Path[] {
  const isWholeSecret = isWithin(from, mark);
  if (isWholeSecret) return [property];
  return isWithin(mark, from) ? [[...property, ...mark.slice(from.length)]] : [];
}
