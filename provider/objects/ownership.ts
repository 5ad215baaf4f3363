import { createHash, randomUUID } from "node:crypto";
import type { ApiObject } from "../api/client.js";
import { rememberedLast } from "../api/rememberedLast.js";
import type { OperationContext, Recorded } from "./operation.js";

/** Begins our own labels and annotations. */
export const ourPrefix = "pulumi-platform/";
/** Label that tells which stack made an object. */
const ownerLabel = `${ourPrefix}owner`;
/** Annotation that tells one create from another. */
export const nonceAnnotation = `${ourPrefix}create-nonce`;

/** Annotation that tells which resource may delete an object that it only adopted or requested. */
export const holderAnnotation = `${ourPrefix}holder`;

/** What a create stamps on its object: whose it is, and which attempt made it. */
export interface Stamp {
  readonly owner: string;
  readonly nonce: string;
}

/** The stamp for one create: a fresh one, or the one of a create that goes on. */
export function newStamp(context: OperationContext, nonce: string = randomUUID()): Stamp {
  return { owner: ownerDigest(context), nonce };
}

/** Tells stacks apart in a label. It never holds the URN, which a rename changes without a write. */
const ownerDigest = ({ owner, config }: OperationContext): string =>
  digestOf([JSON.stringify([owner.project, owner.stack, config.ownerId])]);

const digestOf = rememberedLast((texts) => createHash("sha256").update(texts.join()).digest("hex").slice(0, 40));

/** The object with the stamp on it. */
export function stamped(object: ApiObject, stamp: Stamp): ApiObject {
  const { labels, annotations, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: {
      ...metadata,
      labels: { ...labels, [ownerLabel]: stamp.owner },
      annotations: { ...annotations, [nonceAnnotation]: stamp.nonce },
    },
  };
}

/** Whether this very create made the object. */
export function isFromThisCreate(object: ApiObject, { nonce }: Pick<Recorded, "nonce">): boolean {
  return nonce !== undefined && object.metadata.annotations?.[nonceAnnotation] === nonce;
}

/** Whether any create says that it made the object. */
export const hasNonce = ({ metadata }: ApiObject): boolean => metadata.annotations?.[nonceAnnotation] !== undefined;

/** The token of the resource that may delete the object. */
export const holderOf = ({ metadata }: ApiObject): string | undefined => metadata.annotations?.[holderAnnotation];

/** The object with the token of another resource. */
export const heldWith = ({ metadata, ...object }: ApiObject, holder: string): ApiObject => ({
  ...object,
  metadata: { ...metadata, annotations: { ...metadata.annotations, [holderAnnotation]: holder } },
});

/** What this stack made: how a list is asked for it, and how it is known. */
export function ownObjects(context: OperationContext) {
  const digest = ownerDigest(context);
  const isWanted = ({ metadata }: ApiObject) => metadata.labels?.[ownerLabel] === digest;
  return { labelSelector: ownerSelector(context), isWanted };
}

/** Selects what this stack made. */
export const ownerSelector = (context: OperationContext): string => `${ownerLabel}=${ownerDigest(context)}`;

/** Whether this stack made the object, be it in an earlier, killed run. */
export function isFromThisStack(object: ApiObject, context: OperationContext): boolean {
  return object.metadata.labels?.[ownerLabel] === ownerDigest(context);
}

/** Whether any stack made the object. */
export const isFromAnyStack = ({ metadata }: ApiObject): boolean => metadata.labels?.[ownerLabel] !== undefined;

/** Whether the owner label names another stack, as after pulumi stack rename or pulumi state move. */
export const isFromAnotherStack = (object: ApiObject, context: OperationContext): boolean =>
  isFromAnyStack(object) && !isFromThisStack(object, context);

/** The object with our owner label in place of another stack's; an object without one, such as an import, stays without. */
export function relabelled(object: ApiObject, context: OperationContext): ApiObject {
  if (!isFromAnotherStack(object, context)) return object;
  const { labels, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, labels: { ...labels, [ownerLabel]: ownerDigest(context) } } };
}
