import { createHash, randomUUID } from "node:crypto";
import type { ApiObject } from "../api/client.js";
import { npmName } from "../identity.js";
import type { OperationContext, Recorded } from "./operation.js";

/** Prefix of the provider's own labels and annotations. */
export const ourPrefix = `${npmName}/`;
/** Label with a digest of the stack that created an object. */
const ownerLabel = `${ourPrefix}owner`;
/** Annotation with a random value for each create. */
export const nonceAnnotation = `${ourPrefix}create-nonce`;

/** Annotation with the token of the resource that may delete an imported object. */
export const holderAnnotation = `${ourPrefix}holder`;

/** The marks of a create on its object: the stack and the attempt. */
export interface Stamp {
  readonly owner: string;
  readonly nonce: string;
}

/** The stamp for a create: a new one, or that of an unfinished create which continues. */
export function newStamp(context: OperationContext, nonce: string = randomUUID()): Stamp {
  return { owner: ownerDigest(context), nonce };
}

/** A digest for each stack. It has no URN, since a rename changes the URN without a write. */
function ownerDigest({ owner, config }: OperationContext): string {
  const stack = JSON.stringify([owner.project, owner.stack, config.ownerId]);
  return createHash("sha256").update(stack).digest("hex").slice(0, 40);
}

/** The object with the stamp on it. */
export const stamped = (object: ApiObject, { owner, nonce }: Stamp): ApiObject =>
  withMark(withMark(object, "labels", ownerLabel, owner), "annotations", nonceAnnotation, nonce);

const withMark = (object: ApiObject, place: "labels" | "annotations", key: string, value: string): ApiObject => ({
  ...object,
  metadata: { ...object.metadata, [place]: { ...object.metadata[place], [key]: value } },
});

/** Whether this create made the object. */
export function isFromThisCreate(object: ApiObject, { nonce }: Pick<Recorded, "nonce">): boolean {
  return nonce !== undefined && object.metadata.annotations?.[nonceAnnotation] === nonce;
}

/** Whether the object has the mark of a create. */
export const hasNonce = ({ metadata }: ApiObject): boolean => metadata.annotations?.[nonceAnnotation] !== undefined;

/** The token of the resource that may delete the object. */
export const holderOf = ({ metadata }: ApiObject): string | undefined => metadata.annotations?.[holderAnnotation];

/** The object with the token of another resource. */
export const heldWith = (object: ApiObject, holder: string): ApiObject =>
  withMark(object, "annotations", holderAnnotation, holder);

/** The selector and the filter for objects of this stack. */
export function ownObjects(context: OperationContext) {
  const digest = ownerDigest(context);
  const matches = ({ metadata }: ApiObject) => metadata.labels?.[ownerLabel] === digest;
  return { labelSelector: `${ownerLabel}=${digest}`, matches };
}

/** Label selector for objects of this stack. */
export const ownerSelector = (context: OperationContext): string => ownObjects(context).labelSelector;

/** Whether this stack created the object, in this or an earlier run. */
export const isFromThisStack = (object: ApiObject, context: OperationContext): boolean =>
  ownObjects(context).matches(object);

/** Whether the object has an owner label. */
export const isFromAnyStack = ({ metadata }: ApiObject): boolean => metadata.labels?.[ownerLabel] !== undefined;

/** Whether the owner label is another stack's, as after pulumi stack rename or state move. */
export const isFromAnotherStack = (object: ApiObject, context: OperationContext): boolean =>
  !context.isShared && isFromAnyStack(object) && !isFromThisStack(object, context);

/** The object with our owner label in place of another stack's. An import gets none. */
export const relabelled = (object: ApiObject, context: OperationContext): ApiObject =>
  isFromAnotherStack(object, context) ? withMark(object, "labels", ownerLabel, ownerDigest(context)) : object;
