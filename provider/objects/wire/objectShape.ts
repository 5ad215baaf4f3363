import type * as z from "zod";
import type { ApiObject } from "../../api/client.js";
import type { Config } from "../../config/config.js";
import { sameInput } from "../fields/equality.js";
import { fieldAt, pathsWith, remembered, rulesOf } from "../fields/fieldRules.js";
import { metadataInputs } from "../fields/metadataFields.js";
import type { SameAt } from "../state/projection.js";
import { type Identity, isRecord, type Path, type Properties, sameValue, valueAt, without } from "../values.js";

/** How the flat properties of a resource and the object that the server stores belong together. */
export interface ObjectShape {
  readonly kind: string;
  /** Path segment of the collection, such as `spacetemplates`. */
  readonly plural: string;
  readonly inputs: z.ZodObject;
  /** Fields that the spec calls otherwise than the program does. */
  wireNames?(config: Config): readonly WireName[];
  /** Turns the resource's own fields into what the platform stores; the default leaves them as they are. */
  toSpec?(fields: Properties): Properties;
  /** What became of an answer to the object's create that was lost; the default says that a read shows the same. */
  lostResponse?(object: ApiObject, inputs: Properties): LostResponse;
}

/**
 * What only the answer to a create said and the program needs: it is known, from a read or from the program itself; it is lost
 * for everybody; or somebody has it, since it is in use.
 */
export type LostResponse = "known" | "lost" | "in use";

/** The input that sets fields of the spec which this provider does not know. */
export const extraSpec = "extraSpec";

const sentMetadata = ["name", "labels", "annotations", "finalizers", "ownerReferences"] as const;

/** The object that declares these inputs. */
export function toObject(shape: ObjectShape, apiVersion: string, inputs: Properties, config: Config): ApiObject {
  const fields = pickKeys(inputs, specKeys(shape.inputs));
  const spec = renamed(namesOf(shape, config), shape.toSpec?.(fields) ?? fields, "property", "wire");
  const extra = isRecord(inputs[extraSpec]) ? inputs[extraSpec] : {};
  const metadata = pickKeys(inputs, sentMetadata) as ApiObject["metadata"];
  return { apiVersion, kind: shape.kind, metadata, spec: deepMerge(extra, spec) };
}

/** The flat properties of an object, everything that it holds included; `extraSpec` sees the whole spec. */
export function toProperties(shape: ObjectShape, object: ApiObject, config: Config): Properties {
  const { spec = {} } = withoutMasks(shape, object, config);
  return {
    ...pickKeys(object.metadata, sentMetadata),
    ...pickKeys(renamed(namesOf(shape, config), spec, "wire", "property"), specKeys(shape.inputs)),
    [extraSpec]: spec,
  };
}

/** The object without what stands in place of its secrets: who shows asterisks shows no more of them than who leaves them out. */
export function withoutMasks(shape: ObjectShape, object: ApiObject, config: Config): ApiObject {
  const paths = pathsWith(shape.inputs, "secret").flatMap((path) => objectPaths(shape, config, path));
  const masked = paths.filter((path) => isMask(valueAt(object, path)));
  return masked.reduce(without, { ...object }) as ApiObject;
}

const namesOf = (shape: ObjectShape, config: Config) => shape.wireNames?.(config) ?? [];

/** Compares two values of an object by the rule of the input field that stands for them, where there is one. */
export function sameInObject(shape: ObjectShape, config: Config): SameAt {
  const same = sameInput(shape.inputs);
  return (path: Path, a, b) => {
    const property = inputPath(shape, config, path);
    return property && property[0] !== extraSpec ? same(property, a, b) : sameValue(a, b);
  };
}

/** Where the object holds what a program sets at a path; everywhere for `*`. */
export function objectPaths(shape: ObjectShape, config: Config, path: Path): Path[] {
  const [key, ...rest] = path;
  if (key === "*") return ["metadata", "spec"].map((part) => [part, ...path]);
  if (sentMetadata.some((each) => each === key)) return [["metadata", ...path]];
  return [["spec", ...(key === extraSpec ? rest : renamedPath(namesOf(shape, config), path, "property", "wire"))]];
}

/** The lists of the object that others share, by their path joined with dots, and what tells their entries apart. */
export function sharedLists(shape: ObjectShape, config: Config): Record<string, Identity> {
  const lists = pathsWith(shape.inputs, "sharedBy").flatMap((path) => {
    const identity = rulesOf(fieldAt(shape.inputs, path) as z.ZodType).sharedBy as Identity;
    return objectPaths(shape, config, path).map((each) => [each.join("."), identity] as const);
  });
  return Object.fromEntries(lists);
}

/** Where a program sets what stands at a path of the object; undefined for what no program sets. */
export function inputPath(shape: ObjectShape, config: Config, [part, ...path]: Path): Path | undefined {
  const key = String(path[0]);
  if (part === "metadata") return sentMetadata.some((each) => each === key) ? path : undefined;
  if (part !== "spec" || path.length === 0) return undefined;
  const property = renamedPath(namesOf(shape, config), path, "wire", "property");
  return fieldAt(shape.inputs, property) && specKeys(shape.inputs).includes(key) ? property : [extraSpec, ...path];
}

/** The inputs that are ours alone and never sent. */
export const localKeys: (inputs: z.ZodObject) => readonly string[] = remembered(({ shape }) => {
  const fields = Object.entries<z.ZodType>(shape);
  return fields.filter(([, field]) => rulesOf(field).local).map(([key]) => key);
});

/** The inputs that become fields of the spec. */
export const specKeys: (inputs: z.ZodObject) => readonly string[] = remembered((inputs) => {
  const others = new Set([...Object.keys(metadataInputs.shape), ...localKeys(inputs), extraSpec]);
  return Object.keys(inputs.shape).filter((key) => !others.has(key));
});

/** The members of these names that say something. */
export function pickKeys(source: Properties | ApiObject["metadata"], keys: readonly string[]): Properties {
  const values = source as Properties;
  return Object.fromEntries(
    keys.filter((key) => values[key] !== undefined && values[key] !== null).map((key) => [key, values[key]]),
  );
}

function deepMerge(under: Properties, over: Properties): Properties {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isRecord(below) && isRecord(value) ? deepMerge(below, value) : value;
  }
  return merged;
}

/** A field that the wire calls otherwise than the program does. */
export interface WireName {
  /** Where the object stands that holds the field. */
  readonly inside: string;
  readonly property: string;
  readonly wire: string;
}

type Name = "property" | "wire";

/** The fields with their names for the other side: the program's or the wire's. */
function renamed(names: readonly WireName[], fields: Properties, from: Name, to: Name): Properties {
  const all = { ...fields };
  for (const { inside, ...name } of names) {
    const holder = all[inside];
    if (!isRecord(holder) || !Object.hasOwn(holder, name[from])) continue;
    const { [name[from]]: value, ...others } = holder;
    all[inside] = { ...others, [name[to]]: value };
  }
  return all;
}

/** The path with the names for the other side. */
function renamedPath(names: readonly WireName[], path: Path, from: Name, to: Name): Path {
  const name = names.find((each) => path[0] === each.inside && path[1] === each[from]);
  return name ? [name.inside, name[to], ...path.slice(2)] : path;
}

const nothingOrAsterisks = /^\**$/;

/** A secret text as an object shows it; undefined for what stands in its place: nothing, asterisks, or a value of another type. */
export function shownSecret(value: unknown): string | undefined {
  return typeof value === "string" && !nothingOrAsterisks.test(value) ? value : undefined;
}

/** Whether a value stands in place of a secret. Several secrets of which one is masked are nothing that could be written back. */
export function isMask(value: unknown): boolean {
  if (isRecord(value)) return Object.values(value).some((member) => member !== "" && member !== null && isMask(member));
  return value === null || (typeof value === "string" && nothingOrAsterisks.test(value));
}
