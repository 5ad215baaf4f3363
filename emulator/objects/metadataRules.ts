import { maxFieldErrors } from "../kinds/fields";
import { type DraftMeta, foreground, type OwnerReference, orphan } from "../kinds/metadata";
import { type FieldError, invalidField, longField, requiredField } from "../statusError";
import { labelValueProblems, qualifiedNameProblems, subdomainProblems } from "../text/formats";
import { limits } from "../text/json";

const maxAnnotationBytes = 262_144;
const ownFinalizers = new Set([orphan, foreground, "kubernetes"]);
const requiredOfOwner = ["apiVersion", "kind", "name", "uid"] as const;

/** The wrong fields of an object's metadata, in the order in which real servers name them. */
export function validateMetadata(metadata: DraftMeta): FieldError[] {
  const found: FieldError[] = [];
  for (const error of metadataErrors(metadata)) {
    if (found.push(error) >= maxFieldErrors) break;
  }
  return found;
}

function* metadataErrors(metadata: DraftMeta): Generator<FieldError> {
  const { generateName = "", name = "", labels = {}, annotations = {}, finalizers = [] } = metadata;
  // A prefix may end in what cannot end a name, since a suffix follows.
  const prefixProblems = generateName === "" ? [] : subdomainProblems(generateName.replace(/[-.]$/, "a"));
  yield* textErrors("metadata.generateName", generateName, prefixProblems);
  if (name === "") yield requiredField("metadata.name");
  else yield* textErrors("metadata.name", name, subdomainProblems(name));
  for (const [key, value] of Object.entries(labels)) {
    yield* textErrors("metadata.labels", key, qualifiedNameProblems(key));
    yield* textErrors("metadata.labels", value, labelValueProblems(value));
  }
  for (const key of Object.keys(annotations))
    yield* textErrors("metadata.annotations", key, qualifiedNameProblems(key.toLowerCase()));
  const size = Object.entries(annotations)
    .flat()
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (size > maxAnnotationBytes) yield longField("metadata.annotations", maxAnnotationBytes);
  yield* ownerErrors(metadata.ownerReferences ?? []);
  for (const finalizer of finalizers)
    yield* textErrors("metadata.finalizers", finalizer, qualifiedNameProblems(finalizer));
}

function* ownerErrors(owners: readonly OwnerReference[]): Generator<FieldError> {
  const field = "metadata.ownerReferences";
  for (const owner of owners) {
    const missing = requiredOfOwner.filter((member) => !owner[member]);
    for (const member of missing) yield invalidField(`${field}.${member}`, '""', "must not be empty");
  }
  const controllers = owners.filter((owner) => owner.controller === true);
  if (controllers.length < 2) return;
  yield invalidField(field, JSON.stringify(controllers), "Only one reference can have Controller set to true");
}

function textErrors(field: string, text: string, problems: readonly string[]): FieldError[] {
  return problems.map((problem) => invalidField(field, JSON.stringify(text), problem));
}

/** A warning for every finalizer without a domain. */
export function finalizerWarnings({ finalizers = [] }: DraftMeta): string[] {
  const plain = finalizers.filter((name) => !name.includes("/") && !ownFinalizers.has(name));
  const advice = "prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers";
  return plain.slice(0, limits.namedFields).map((name) => `metadata.finalizers: "${name}": ${advice}`);
}
