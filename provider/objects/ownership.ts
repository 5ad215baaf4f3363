import { createHash, randomUUID } from "node:crypto";
import type { ApiObject } from "../api/client.js";
import type { OperationContext } from "./operation.js";

/** Label that tells which stack made an object. */
export const ownerLabel = "pulumi-platform/owner";
/** Annotation that tells one create from another. */
export const nonceAnnotation = "pulumi-platform/create-nonce";

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
function ownerDigest({ owner, config }: OperationContext): string {
  const identity = JSON.stringify([owner.project, owner.stack, config.ownerId]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 40);
}

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
export function isFromThisCreate(object: ApiObject, { nonce }: Pick<Stamp, "nonce">): boolean {
  return object.metadata.annotations?.[nonceAnnotation] === nonce;
}

/** Whether this stack made the object, be it in an earlier, killed run. */
export function isFromThisStack(object: ApiObject, context: OperationContext): boolean {
  return object.metadata.labels?.[ownerLabel] === ownerDigest(context);
}

/** Whether the create whose end nobody saw made the object; where the nonce is not known, the stack has to do. */
export function isFromUnfinishedCreate(object: ApiObject, context: OperationContext, nonce: string | undefined) {
  return nonce === undefined ? isFromThisStack(object, context) : isFromThisCreate(object, { nonce });
}
