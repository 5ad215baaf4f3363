import * as z from "zod";
import { maxNameLength } from "./sizeLimits.js";

/** An optional field. Null is accepted, because a Go server may write it. */
const optionalField = <Part extends z.ZodType>(part: Part) => part.nullish() as unknown as z.ZodOptional<Part>;

const nameForm = `a text of at most ${maxNameLength} characters`;
const name = optionalField(z.string(nameForm).max(maxNameLength, nameForm));
const textField = z.string("a text");
const number = optionalField(z.number("a number"));
const object = optionalField(z.record(z.string(), z.unknown(), "an object"));

/** A map or list. Stops at the first invalid member, as a response may have a million. */
const collection = <Whole extends object>(isWhole: (value: unknown) => boolean, member: z.ZodType, form: string) =>
  optionalField(
    z.custom<Whole>(isWhole, { error: form, abort: true }).superRefine((whole, context) => {
      for (const key of Object.keys(whole)) {
        const [issue] = member.safeParse(whole[key as keyof Whole]).error?.issues ?? [];
        if (!issue) continue;
        context.addIssue({ code: "custom", message: issue.message, path: [key, ...issue.path] });
        return;
      }
    }),
  );

const textMap = collection<Record<string, string>>(isObject, textField, "a map of texts");
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
  finalizers: collection<string[]>(Array.isArray, textField, "a list of texts"),
  ownerReferences: collection<z.infer<typeof entry>[]>(Array.isArray, entry, "a list of objects"),
  managedFields: collection<z.infer<typeof manager>[]>(Array.isArray, manager, "a list of objects"),
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
  const [first, askedNamespace] = collection;
  const plural = collection.at(-1);
  if (plural && kind && !singularForms(plural).includes(String(kind).toLowerCase()))
    return mismatch(plural, `kind ${kind}`);
  const isElsewhere = first === "namespaces" && namespace && namespace !== askedNamespace;
  return isElsewhere ? mismatch(`namespace ${askedNamespace}`, `namespace ${namespace}`) : undefined;
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

/** Whether a value is a JSON object. Null, lists and scalars are not. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
