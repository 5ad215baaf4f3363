import { createHash, randomUUID } from "node:crypto";
import type { ApiObject } from "../api/client.js";
import { npmName } from "../packageNames.js";
import type { Context, Recorded } from "./operation.js";
import { memoized, type Properties } from "./values.js";

/** Prefix of the provider's own labels and annotations. */
export const ourPrefix = `${npmName}/`;
/** Label with a digest of the creating stack. */
const ownerLabel = `${ourPrefix}owner`;
/** Annotation with a random nonce for each create. */
const nonceAnnotation = `${ourPrefix}create-nonce`;

/** The label and annotation values that identify a create: stack and attempt. */
interface CreationMarkers {
  readonly owner: string;
  readonly nonce: string;
}

/** Markers for a create; a resumed create passes its nonce. */
export function creationMarkers(context: Context, nonce: string = randomUUID()): CreationMarkers {
  return { owner: ownerDigest(context), nonce };
}

/** A digest of the stack. It omits the URN: a rename of a resource changes it without a write. */
function ownerDigest({ owner, config }: Context): string {
  const stack = JSON.stringify([owner.project, owner.stack, config.ownerId]);
  const cache = digestsByStack(config);
  const digest = cache.get(stack) ?? createHash("sha256").update(stack).digest("hex").slice(0, 40);
  cache.set(stack, digest);
  return digest;
}

const digestsByStack = memoized((_config: object) => new Map<string, string>());

/** The object with the creation markers. */
export function withCreationMarkers(object: ApiObject, { owner, nonce }: CreationMarkers): ApiObject {
  const { metadata, ...rest } = withOwner(object, owner);
  return { ...rest, metadata: { ...metadata, annotations: { ...metadata.annotations, [nonceAnnotation]: nonce } } };
}

const withOwner = ({ metadata, ...object }: ApiObject, owner: string): ApiObject => ({
  ...object,
  metadata: { ...metadata, labels: { ...metadata.labels, [ownerLabel]: owner } },
});

/** Whether this create created the object. */
export function isFromThisCreate(object: ApiObject, { nonce }: Pick<Recorded, "nonce">): boolean {
  return nonce !== undefined && object.metadata.annotations?.[nonceAnnotation] === nonce;
}

/** Whether the object has a nonce. */
export const hasNonce = ({ metadata }: ApiObject): boolean => metadata.annotations?.[nonceAnnotation] !== undefined;

/** Label selector and predicate for objects of this stack. */
export function stackObjects(context: Context) {
  const digest = ownerDigest(context);
  const matches = ({ metadata }: ApiObject) => metadata.labels?.[ownerLabel] === digest;
  return { labelSelector: `${ownerLabel}=${digest}`, matches };
}

/** Label selector for objects of this stack. */
export const ownerSelector = (context: Context): string => stackObjects(context).labelSelector;

/** Whether this stack created the object, in this or an earlier run. */
export const isFromThisStack = (object: ApiObject, context: Context): boolean => stackObjects(context).matches(object);

/** Whether the object has an owner label. */
export const isFromAnyStack = ({ metadata }: ApiObject): boolean => metadata.labels?.[ownerLabel] !== undefined;

/** The object's owner label, or empty if it has none. Undefined if it is that of another stack. */
export function ownLabelOf(object: ApiObject, context: Context): string | undefined {
  if (!isFromAnyStack(object)) return "";
  return isFromThisStack(object, context) ? ownerDigest(context) : undefined;
}

/** The object with a recorded owner label; undefined if this stack has another label by now. */
export function withOwnLabel(object: ApiObject, label: string, context: Context): ApiObject | undefined {
  if (label === "") return object;
  return label === ownerDigest(context) ? withOwner(object, label) : undefined;
}

/** Whether to replace another stack's label, as after pulumi stack rename or state move. */
export const isFromAnotherStack = (object: ApiObject, context: Context): boolean =>
  !context.recorded?.isShared && isFromAnyStack(object) && !isFromThisStack(object, context);

/** The object with our owner label instead of another stack's. Without a label it gets none. */
export const relabeled = (object: ApiObject, context: Context): ApiObject =>
  isFromAnotherStack(object, context) ? withOwner(object, ownerDigest(context)) : object;

/** Whether the object has the recorded uid, or none is recorded. */
export const isSameObject = ({ metadata }: ApiObject, state: Properties) =>
  state.uid === undefined || state.uid === metadata.uid;
