import * as z from "zod";
import { maxNameLength } from "./sizeLimits.js";

/** An optional field. It may be null, as a Go server may write it, but the type leaves null out. */
const optionalField = <Part extends z.ZodType>(part: Part) => part.nullish() as unknown as z.ZodOptional<Part>;

// The messages of this schema complete "an object whose metadata.name is not …".
const nameForm = `a text of at most ${maxNameLength} characters`;
const name = optionalField(z.string(nameForm).max(maxNameLength, nameForm));
const textField = z.string("a text");
const number = optionalField(z.number("a number"));
const object = optionalField(z.record(z.string(), z.unknown(), "an object"));

/** A map or a list. Stops at the first invalid item, as a response may have a million. */
const container = <Items extends object>(isContainer: (value: unknown) => boolean, item: z.ZodType, form: string) =>
  optionalField(
    z.custom<Items>(isContainer, { error: form, abort: true }).superRefine((items, context) => {
      for (const key of Object.keys(items)) {
        const [issue] = item.safeParse(items[key as keyof Items]).error?.issues ?? [];
        if (!issue) continue;
        context.addIssue({ code: "custom", message: issue.message, path: [key, ...issue.path] });
        return;
      }
    }),
  );

const textMap = container<Record<string, string>>(isObject, textField, "a map of texts");
const entry = z.looseObject({}, "an object");
const manager = entry.extend({ manager: name, operation: name, time: name });

const objectMeta = z.looseObject({
  name,
  generateName: name,
  namespace: name,
  uid: name,
  resourceVersion: name,
  generation: number,
  creationTimestamp: name,
  deletionTimestamp: name,
  deletionGracePeriodSeconds: number,
  labels: textMap,
  annotations: textMap,
  finalizers: container<string[]>(Array.isArray, textField, "a list of texts"),
  ownerReferences: container<z.infer<typeof entry>[]>(Array.isArray, entry, "a list of objects"),
  managedFields: container<z.infer<typeof manager>[]>(Array.isArray, manager, "a list of objects"),
});

const apiObject = z.looseObject({ apiVersion: name, kind: name, metadata: objectMeta, spec: object, status: object });

/** The metadata of an object. */
export type ObjectMeta = z.infer<typeof objectMeta>;

/** An object of a response, validated by {@link apiObjectProblem}. */
export type ApiObject = z.infer<typeof apiObject>;

/** Why an object is malformed; undefined if it is valid. */
export function apiObjectProblem(body: Readonly<Record<string, unknown>>): string | undefined {
  if (!isObject(body.metadata)) return "an object without metadata";
  const [issue] = apiObject.safeParse(body).error?.issues ?? [];
  return issue && `an object whose ${issue.path.join(".")} is not ${issue.message}`;
}

/** The identity of a requested object. A response may omit apiVersion, kind and namespace. */
export interface ExpectedIdentity {
  readonly apiVersion: string;
  /** Below the group path, such as ["spacetemplates"]; absent if any kind is valid. */
  readonly collection?: readonly string[] | undefined;
  /** Absent if any name is valid. */
  readonly name?: string | undefined;
}

/** Why an object is not the requested one; undefined if it may be. */
export function identityProblem(
  body: Readonly<Record<string, unknown>>,
  requested: ExpectedIdentity,
): string | undefined {
  const { apiVersion, kind, metadata } = body;
  const { name, namespace } = isObject(metadata) ? metadata : {};
  if (requested.name !== undefined && name !== requested.name) return mismatch(requested.name, name);
  if (apiVersion && apiVersion !== requested.apiVersion)
    return mismatch(requested.apiVersion, `apiVersion ${apiVersion}`);
  const { collection = [] } = requested;
  // The collection of a namespace is ["namespaces", name, plural].
  const [root, requestedNamespace] = collection;
  const plural = collection.at(-1);
  if (plural && kind && !singularForms(plural).includes(String(kind).toLowerCase()))
    return mismatch(plural, `kind ${kind}`);
  const isElsewhere = root === "namespaces" && namespace && namespace !== requestedNamespace;
  return isElsewhere ? mismatch(`namespace ${requestedNamespace}`, `namespace ${namespace}`) : undefined;
}

const mismatch = (requested: unknown, actual: unknown): string =>
  `requested ${JSON.stringify(requested)}, but received ${JSON.stringify(actual) ?? "nothing"}`;

/** Candidate singular forms of a plural. One of them is the lower-case kind. */
export const singularForms = (plural: string): string[] => [
  plural.replace(/s$/, ""),
  plural.replace(/es$/, ""),
  plural.replace(/ies$/, "y"),
];

/** An operation of a JSON Patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** Whether a value is a JSON object. As isRecord in objects/, which api/ must not import. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
