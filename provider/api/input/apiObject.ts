import * as z from "zod";
import { answerMessages } from "../../messages/answers.js";
import { message } from "../../messages/message.js";

/** Characters of one object: more than any platform stores. */
export const mostStoredCharacters = 1_500_000;

/** Characters of all secrets of one object: more than a platform stores. */
export const mostSecretCharacters = 2_000_000;

/** No name, uid or version that Kubernetes makes is longer; a list remembers each of them. */
export const longestName = 1000;

/** A part that may be absent, which a Go server may write as null. */
const optional = <Part extends z.ZodType>(part: Part) => part.nullish() as unknown as z.ZodOptional<Part>;

const nameWords = `text of at most ${longestName} characters`;
const name = optional(z.string(nameWords).max(longestName, nameWords));
const text = z.string("text");
const number = optional(z.number("number"));
const object = optional(z.record(z.string(), z.unknown(), "object"));

/** A map or list. Only the first wrong member is an issue: a server can send a million of them. */
const collection = <Whole extends object>(isWhole: (value: unknown) => boolean, member: z.ZodType, words: string) =>
  optional(
    z.custom<Whole>(isWhole, { error: words, abort: true }).superRefine((whole, context) => {
      for (const key of Object.keys(whole)) {
        const [issue] = member.safeParse(whole[key as keyof Whole]).error?.issues ?? [];
        if (!issue) continue;
        context.addIssue({ code: "custom", message: issue.message, path: [key, ...issue.path] });
        return;
      }
    }),
  );

const textMap = collection<Record<string, string>>(isObject, text, "map of texts");
const entry = z.looseObject({}, "object");
const manager = entry.extend({ manager: name, operation: name, time: name });

const metadata = z.looseObject({
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
  finalizers: collection<string[]>(Array.isArray, text, "list of texts"),
  ownerReferences: collection<z.infer<typeof entry>[]>(Array.isArray, entry, "list of objects"),
  managedFields: collection<z.infer<typeof manager>[]>(Array.isArray, manager, "list of objects"),
});

const apiObject = z.looseObject({ apiVersion: name, kind: name, metadata, spec: object, status: object });

/** The metadata all objects share. */
export type ObjectMeta = z.infer<typeof metadata>;

/** An object as the server answers it, after the checks of {@link objectProblem}. */
export type ApiObject = z.infer<typeof apiObject>;

/** The part of an object that has not the form of the API, in words; undefined if all have it. */
export function objectProblem(answered: Readonly<Record<string, unknown>>): string | undefined {
  if (!isObject(answered.metadata)) return answerMessages.noMetadata.text;
  const [issue] = apiObject.safeParse(answered).error?.issues ?? [];
  return issue && message(answerMessages.wrongPart, { part: issue.path.join("."), type: issue.message });
}

/** What an object that was asked for says of itself, if it says anything. */
export interface Identity {
  readonly apiVersion: string;
  /** Below the group path, such as ["spacetemplates"]; absent where any kind will do. */
  readonly collection?: readonly string[] | undefined;
  /** Absent where any name will do. */
  readonly name?: string | undefined;
}

/** Why an object is not the one that was asked for; undefined when it may be. */
export function identityProblem(answered: Readonly<Record<string, unknown>>, asked: Identity): string | undefined {
  const { apiVersion, kind, metadata } = answered;
  const { name, namespace } = isObject(metadata) ? metadata : {};
  if (asked.name !== undefined && name !== asked.name) return differs(asked.name, name);
  if (apiVersion && apiVersion !== asked.apiVersion) return differs(asked.apiVersion, `apiVersion ${apiVersion}`);
  const { collection = [] } = asked;
  const [first, askedNamespace] = collection;
  const plural = collection.at(-1);
  if (plural && kind && !singularsOf(plural).includes(String(kind).toLowerCase()))
    return differs(plural, `kind ${kind}`);
  const isElsewhere = first === "namespaces" && namespace && namespace !== askedNamespace;
  return isElsewhere ? differs(`namespace ${askedNamespace}`, `namespace ${namespace}`) : undefined;
}

const differs = (asked: unknown, answered: unknown): string =>
  message(answerMessages.anotherObject, {
    asked: JSON.stringify(asked),
    answered: JSON.stringify(answered) ?? "nothing",
  });

/** The kinds, in lower case, that may have this plural by the rules of English. */
export const singularsOf = (plural: string): string[] => [
  plural.replace(/s$/, ""),
  plural.replace(/es$/, ""),
  plural.replace(/ies$/, "y"),
];

/** One step of a JSON Patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** True for a JSON object: neither null, nor a list, nor a scalar. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
