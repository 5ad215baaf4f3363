import * as z from "zod";
import type { ApiObject } from "../../api/client.js";
import type { Config } from "../../config/config.js";
import { fieldAt, pathsWith, pruneUnknown, rulesOf, unwrap } from "../fields/fieldRules.js";
import { metadataInputs } from "../fields/metadataFields.js";
import type { Place, Recorded } from "../operation.js";
import type { StoredOperation, StoredType, WireName } from "../resource.js";
import { expandPath, isRecord, memoized, omitPath, type Path, type Properties, valueAt, withValue } from "../values.js";
import { decodeBytes, encodeBytes } from "./byteFields.js";
import { withYamlMaps, withYamlTexts } from "./yamlMaps.js";

/** The input for spec fields that have no property of their own. */
export const openSpecKey: (inputs: z.ZodObject) => string = memoized((inputs) =>
  String(pathsWith(inputs, "openSpec")[0]?.[0] ?? "extraSpec"),
);

const sentMetadata = ["name", "labels", "annotations", "finalizers", "ownerReferences"] as const;

/** The values that decide the wire form of the objects of a resource. */
export interface WireForm {
  readonly resource: StoredType;
  /** Without settings, fields have the names of their properties. */
  readonly config?: Config | undefined;
  readonly encodesBytes?: boolean;
  readonly place?: Pick<Place, "namespace" | "inputs">;
  /** The declared inputs, now and in the state. */
  readonly inputs?: Properties;
  readonly recorded?: Pick<Recorded, "inputs">;
}

const declaredIn = ({ inputs, recorded }: WireForm): Properties => ({ ...recorded?.inputs, ...inputs });

/** The object with these inputs. */
export function toObject(form: Pick<StoredOperation, "client"> & WireForm, inputs: Properties): ApiObject {
  const { resource, client, place } = form;
  const fields = pickKeys(inputs, specKeys(resource.inputs));
  const encoded = encodeBytes(resource.inputs, fields, form.encodesBytes ?? false);
  const spec = renamed(form, withYamlTexts(resource.inputs, resource.toSpec?.(encoded) ?? encoded), "wire");
  const openSpec = inputs[openSpecKey(resource.inputs)];
  const namespace = place?.namespace === undefined ? {} : { namespace: place.namespace };
  const metadata = { ...pickKeys(inputs, sentMetadata), ...namespace } as ApiObject["metadata"];
  return {
    apiVersion: client.apiVersion,
    kind: resource.kind ?? resource.type,
    metadata,
    spec: isRecord(openSpec) ? deepMerge(openSpec, spec) : spec,
  };
}

/** The flat properties of an object, without unknown fields. The open one has the whole spec. */
export function toProperties(form: WireForm, object: ApiObject): Properties {
  const { resource, encodesBytes = false, place } = form;
  const { spec = {} } = withoutMasks(form, object);
  const ownFields = renamed(form, spec, "property");
  const properties = {
    ...pickKeys(object.metadata, sentMetadata),
    ...pickKeys(resource.fromSpec?.(ownFields, declaredIn(form)) ?? ownFields, specKeys(resource.inputs)),
  };
  const pruned = pruneUnknown(resource.inputs, properties) as Properties;
  const known = withSentOnce(form, withYamlMaps(resource.inputs, pruned, "platform"));
  return {
    ...decodeBytes(resource.inputs, known, encodesBytes),
    ...place?.inputs,
    [openSpecKey(resource.inputs)]: spec,
  };
}

/** The live properties, with the declared value of each field that is sent once. */
function withSentOnce(form: WireForm, live: Properties): Properties {
  const declared = declaredIn(form);
  return pathsWith(form.resource.inputs, "sentOnce").reduce((all, path) => {
    const value = valueAt(declared, path);
    return value === undefined ? omitPath(all, path) : (withValue(all, path, value) as Properties);
  }, live);
}

/** The object without masked secrets: a mask such as asterisks is the same as an absent value. */
export function withoutMasks(form: WireForm, object: ApiObject): ApiObject {
  const present = pathsWith(objectSchema(form), "secret").flatMap((path) => expandPath(object, path));
  const masked = present.filter((path) => isMask(valueAt(object, path)));
  return masked.reduce(omitPath, { ...object }) as ApiObject;
}

const namesOf = ({ resource, config }: WireForm) => (config && resource.wireNames?.(config)) ?? noNames;
const noNames: readonly WireName[] = [];

/** The schema of the objects: each field with the rules of its input, at its path in the object. */
export const objectSchema = (form: WireForm): z.ZodType => schemaWith(namesOf(form))(form.resource.inputs);

const schemaWith = memoized((names: readonly WireName[]) =>
  memoized((inputs: z.ZodObject) => {
    const pickFields = (keys: readonly string[]) => pickKeys(inputs.shape, keys) as Record<string, z.ZodType>;
    const spec = pickFields(
      specKeys(inputs).filter((key) => rulesOf(inputs.shape[key] as z.ZodType).wireField === undefined),
    );
    for (const { inside, property, wire } of names) {
      const { shape } = unwrap(spec[inside] as z.ZodType) as z.ZodObject;
      spec[inside] = z.object({ ...shape, [wire]: shape[property] as z.ZodType });
    }
    return z.object({ metadata: z.object(pickFields(sentMetadata)), spec: z.object(spec) });
  }),
);

/** Paths in the object for a property path; `*` is metadata and spec. */
export function objectPaths(form: WireForm, path: Path): Path[] {
  const [key, ...rest] = path;
  if (key === "*") return ["metadata", "spec"].map((part) => [part, ...path]);
  if (sentMetadata.some((each) => each === key)) return [["metadata", ...path]];
  if (key === openSpecKey(form.resource.inputs)) return [["spec", ...rest]];
  const field = fieldAt(form.resource.inputs, path.slice(0, 1));
  const { wireField, yamlMap } = field ? rulesOf(field) : {};
  if (wireField) return [["spec", wireField, ...rest]];
  // A map that is YAML text in the object has no paths inside.
  return [["spec", ...renamedPath(form, yamlMap ? path.slice(0, 1) : path, "wire")]];
}

/** The property path for a path of the object; undefined if no property sets it. */
export function inputPath(form: WireForm, [part, ...path]: Path): Path | undefined {
  const { inputs } = form.resource;
  const key = String(path[0]);
  if (part === "metadata") return sentMetadata.some((each) => each === key) ? path : undefined;
  if (part !== "spec" || path.length === 0) return undefined;
  const property = renamedPath(form, path, "property");
  return fieldAt(inputs, property) && specKeys(inputs).includes(key) ? property : [openSpecKey(inputs), ...path];
}

/** The property path for a path of the object; the path itself if no property sets it. */
export const propertyAt = (form: WireForm, path: Path): Path => inputPath(form, path) ?? path;

/** The inputs that are never sent. */
export const localKeys: (inputs: z.ZodObject) => readonly string[] = memoized(({ shape }) => {
  const fields = Object.entries<z.ZodType>(shape);
  return fields.filter(([, field]) => rulesOf(field).local).map(([key]) => key);
});

/** The inputs that are fields of the spec. */
export const specKeys: (inputs: z.ZodObject) => readonly string[] = memoized((inputs) => {
  const others = new Set([...Object.keys(metadataInputs.shape), ...localKeys(inputs), openSpecKey(inputs)]);
  return Object.keys(inputs.shape).filter((key) => !others.has(key));
});

/** The members with these names, except null and undefined. */
export function pickKeys(source: Properties | ApiObject["metadata"], keys: readonly string[]): Properties {
  const values = source as Properties;
  const picked: Properties = {};
  for (const key of keys) if (values[key] != null) picked[key] = values[key];
  return picked;
}

/** The members of both objects. The second one wins where both have a value. */
export function deepMerge(under: Properties, over: Properties): Properties {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isRecord(below) && isRecord(value) ? deepMerge(below, value) : value;
  }
  return merged;
}

type Name = "property" | "wire";

const opposite = { property: "wire", wire: "property" } as const;

/** Renames fields to their property or wire names. */
function renamed(form: WireForm, fields: Properties, to: Name): Properties {
  const from = opposite[to];
  const all = { ...fields };
  for (const { inside, ...name } of namesOf(form)) {
    const holder = all[inside];
    if (!isRecord(holder) || !Object.hasOwn(holder, name[from])) continue;
    const { [name[from]]: value, ...others } = holder;
    all[inside] = { ...others, [name[to]]: value };
  }
  return all;
}

/** Renames a path to its property or wire name. */
function renamedPath(form: WireForm, path: Path, to: Name): Path {
  const name = namesOf(form).find((each) => path[0] === each.inside && path[1] === each[opposite[to]]);
  return name ? [name.inside, name[to], ...path.slice(2)] : path;
}

const nothingOrAsterisks = /^\**$/;

/** A secret if the server shows it; undefined if it is absent, masked or not a string. */
export function unmaskedSecret(value: unknown): string | undefined {
  return typeof value === "string" && !nothingOrAsterisks.test(value) ? value : undefined;
}

/** Whether a secret is masked. One masked member counts: the object cannot be written back. */
export function isMask(value: unknown): boolean {
  if (isRecord(value)) return Object.values(value).some((member) => member !== "" && member !== null && isMask(member));
  return value === null || (typeof value === "string" && nothingOrAsterisks.test(value));
}
