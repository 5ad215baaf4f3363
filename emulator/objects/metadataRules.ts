import { type FieldError, invalidField, requiredField, textErrors } from "../fieldError";
import { maxFieldErrors } from "../kinds/fields";
import { type DraftMeta, foreground, type OwnerReference, orphan } from "../kinds/metadata";
import { limits } from "../text/json";
import { labelValueProblems, qualifiedNameProblems, subdomainProblems } from "../text/names";

const maxAnnotationBytes = 262_144;
const ownFinalizers = new Set([orphan, foreground, "kubernetes"]);

/** Every wrong field of an object's metadata, in the order in which real servers name them. */
export function validateMetadata(metadata: DraftMeta): FieldError[] {
  return [
    ...generateNameErrors(metadata.generateName ?? ""),
    ...nameErrors(metadata.name ?? ""),
    ...labelErrors(metadata.labels ?? {}),
    ...annotationErrors(metadata.annotations ?? {}),
    ...ownerErrors(metadata.ownerReferences ?? []),
    ...finalizerErrors(metadata.finalizers ?? []),
  ];
}

/** A warning for every finalizer without a domain. */
export function finalizerWarnings(metadata: DraftMeta): string[] {
  const plain = (metadata.finalizers ?? []).filter((name) => !name.includes("/") && !ownFinalizers.has(name));
  return plain
    .slice(0, limits.namedFields)
    .map(
      (name) =>
        `metadata.finalizers: "${name}": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
    );
}

// A prefix may end in what cannot end a name, since a suffix follows.
function generateNameErrors(prefix: string): FieldError[] {
  if (prefix === "") return [];
  return textErrors("metadata.generateName", prefix, subdomainProblems(prefix.replace(/[-.]$/, "a")));
}

function nameErrors(name: string): FieldError[] {
  if (name === "") return [requiredField("metadata.name", "name or generateName is required")];
  return textErrors("metadata.name", name, subdomainProblems(name));
}

function labelErrors(labels: Record<string, string>): FieldError[] {
  const field = "metadata.labels";
  return firstErrors(Object.entries(labels), ([key, value]) => [
    ...textErrors(field, key, qualifiedNameProblems(key)),
    ...textErrors(field, value, labelValueProblems(value)),
  ]);
}

function annotationErrors(annotations: Record<string, string>): FieldError[] {
  const field = "metadata.annotations";
  const entries = Object.entries(annotations);
  const errors = firstErrors(entries, ([key]) => textErrors(field, key, qualifiedNameProblems(key.toLowerCase())));
  const size = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  if (size <= maxAnnotationBytes) return errors;
  const message = `Too long: may not be more than ${maxAnnotationBytes} bytes`;
  return [...errors, { field, reason: "FieldValueTooLong", message }];
}

function finalizerErrors(finalizers: readonly string[]): FieldError[] {
  return firstErrors(finalizers, (name) => textErrors("metadata.finalizers", name, qualifiedNameProblems(name)));
}

const ownerRules: { member: keyof OwnerReference & string; problem: string }[] = [
  { member: "apiVersion", problem: "version must not be empty" },
  { member: "kind", problem: "must not be empty" },
  { member: "name", problem: "must not be empty" },
  { member: "uid", problem: "must not be empty" },
];

function ownerErrors(owners: readonly OwnerReference[]): FieldError[] {
  const field = "metadata.ownerReferences";
  const errors = firstErrors(owners, (owner) =>
    ownerRules
      .filter(({ member }) => (owner[member] ?? "") === "")
      .map(({ member, problem }) => invalidField(`${field}.${member}`, '""', problem)),
  );
  const [first, second] = owners.filter((owner) => owner.controller === true);
  if (first === undefined || second === undefined) return errors;
  const both = `${first.kind}/${first.name} and ${second.kind}/${second.name}`;
  const why = `Only one reference can have Controller set to true. Found "true" in references for ${both}`;
  return [...errors, invalidField(field, JSON.stringify(owners), why)];
}

/** What is wrong with items, as far as one answer names it. */
export function firstErrors<T>(items: readonly T[], errorsOf: (item: T) => FieldError[]): FieldError[] {
  const found: FieldError[] = [];
  for (const item of items) {
    found.push(...errorsOf(item));
    if (found.length >= maxFieldErrors) break;
  }
  return found;
}
