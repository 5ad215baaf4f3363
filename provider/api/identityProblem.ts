import { isObject } from "./apiObject.js";

/** What an object must say of itself to be the one that was asked for, as far as it says anything. */
export interface Identity {
  readonly apiVersion: string;
  /** Below the group path, without a name, such as ["spacetemplates"]; absent where any kind will do. */
  readonly collection?: readonly string[] | undefined;
  /** Absent where any name will do. */
  readonly name?: string | undefined;
}

/** In what an object is another one than was asked for, in words; undefined when it may be the one. */
export function identityProblem(answered: Readonly<Record<string, unknown>>, asked: Identity): string | undefined {
  const { apiVersion, kind, metadata } = answered;
  const { name, namespace } = isObject(metadata) ? metadata : {};
  if (asked.name !== undefined && name !== asked.name) return differs(asked.name, name);
  if (apiVersion && apiVersion !== asked.apiVersion) return differs(asked.apiVersion, `apiVersion ${apiVersion}`);
  const { collection = [] } = asked;
  const [first, askedNamespace] = collection;
  const plural = collection.at(-1);
  if (plural && kind && !isKindOf(plural, String(kind))) return differs(plural, `kind ${kind}`);
  const isElsewhere = first === "namespaces" && namespace && namespace !== askedNamespace;
  return isElsewhere ? differs(`namespace ${askedNamespace}`, `namespace ${namespace}`) : undefined;
}

const differs = (asked: unknown, answered: unknown): string =>
  `asked for ${JSON.stringify(asked)}, but answered ${JSON.stringify(answered) ?? "nothing"}`;

const isKindOf = (plural: string, kind: string): boolean => singularsOf(plural).includes(kind.toLowerCase());

/** The kinds, in lower case, of which Kubernetes may make such a plural of a path; the rules of English are as many as these. */
export const singularsOf = (plural: string): string[] => [
  plural.replace(/s$/, ""),
  plural.replace(/es$/, ""),
  plural.replace(/ies$/, "y"),
];
