import { createHash, randomUUID } from "node:crypto";
import type { ApiObject } from "../api/client.js";
import type { OperationContext, Recorded } from "./operation.js";

/** Label that tells which stack made an object. */
export const ownerLabel = "pulumi-platform/owner";
/** Annotation that tells one create from another. */
export const nonceAnnotation = "pulumi-platform/create-nonce";

/** What a create stamps on its object: whose it is, and which attempt made it. */
export interface Stamp {
  readonly owner: string;
  /** The nonce of this attempt, before those of the attempts that it goes on with. */
  readonly nonces: readonly [string, ...string[]];
}

/**
 * The stamp for one create, which may go on with earlier ones. Its nonce is a fresh one all the same: whoever comes back with
 * the state of an earlier attempt, say from a backup, must not take for an unseen object what was made and used since.
 */
export function newStamp(context: OperationContext, earlier: readonly string[] = []): Stamp {
  return { owner: ownerDigest(context), nonces: [randomUUID(), ...earlier] };
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
      annotations: { ...annotations, [nonceAnnotation]: stamp.nonces[0] },
    },
  };
}

/** Whether one of these attempts at a create made the object. */
export function isFromThisCreate(object: ApiObject, { nonces }: Pick<Recorded, "nonces">): boolean {
  return nonces?.includes(object.metadata.annotations?.[nonceAnnotation] ?? "") ?? false;
}

/** Whether this stack made the object, be it in an earlier, killed run. */
export function isFromThisStack(object: ApiObject, context: OperationContext): boolean {
  return object.metadata.labels?.[ownerLabel] === ownerDigest(context);
}

/** Whether the create whose end nobody saw made the object; where no nonce is known, the stack has to do. */
export function isFromUnfinishedCreate(object: ApiObject, context: OperationContext, { nonces }: Recorded): boolean {
  return nonces === undefined ? isFromThisStack(object, context) : isFromThisCreate(object, { nonces });
}
