import { isIdentified } from "../api/platformIdentity.js";
import { assertNotElsewhere, assertSamePlatform } from "../objects/lifecycle/samePlatform.js";
import { labelOf } from "../objects/messages/messages.js";
import type { Context, Recorded, RecordedPlatform, Stored } from "../objects/operation.js";
import type { Operation, Resource } from "../objects/resource.js";
import { memoized, omitBy, type Properties } from "../objects/values.js";
import { programInputs } from "./markedValues.js";

// The engine hides keys that begin with `__` from programs.
const nonceKey = "__createNonce";
const exactLabelKey = "__exact";
const platformKeys = { project: "__platform", instance: "__instance", address: "__address" } as const;
const sharedKey = "__shared";

/** The recorded values, with the reserved keys of the state as fields of {@link Recorded}. */
export const fromState = ({ inputs, state }: Recorded): Recorded => ({
  ...reservedTexts({ nonce: nonceKey, exactLabel: exactLabelKey }, state),
  platform: platformIn(state),
  isShared: state[sharedKey] === true,
  inputs: programInputs(inputs),
  state: programInputs(state),
});

/** The platform that a state names. */
export const platformIn = (state: Properties): RecordedPlatform => reservedTexts(platformKeys, state);

/** The texts in the state at these keys, by name. */
function reservedTexts(keysByName: Readonly<Record<string, string>>, state: Properties): Record<string, string> {
  const values = Object.entries(keysByName).map(([name, key]) => [name, state[key]] as const);
  return Object.fromEntries(values.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/**
 * The reverse of {@link fromState}. `reservedInputs` has only the key `__defaults`, in which Check
 * lists the inputs that it generated.
 */
export function toState(
  resource: Resource,
  reservedInputs: Properties,
  { nonce, platform, exactLabel, isShared, ...stored }: Stored,
): Stored {
  const reserved = {
    [nonceKey]: nonce,
    [platformKeys.project]: platform?.project,
    [platformKeys.instance]: platform?.instance,
    [platformKeys.address]: platform?.address,
    [exactLabelKey]: exactLabel,
    [sharedKey]: isShared || undefined,
  };
  return {
    ...stored,
    inputs: { ...stored.inputs, ...reservedInputs },
    state: { ...nullOutputs(resource), ...stored.state, ...omitBy(reserved, (value) => value === undefined) },
  };
}

/** Null for every property. In a preview, Node.js programs treat a missing one as unknown. */
const nullOutputs: (resource: Resource) => Properties = memoized(({ inputs, outputs }) =>
  Object.fromEntries(Object.keys({ ...inputs.shape, ...outputs.shape }).map((name) => [name, null])),
);

/** The platform to record: its address, and the identifiers of `idsForState`. */
export async function platformHere({ identity, call, config }: Context): Promise<RecordedPlatform> {
  const ids = await identity.idsForState(call).catch(() => ({}));
  return { ...ids, address: config.baseUrl };
}

/** The platform to record after a read. Throws if another one may have the recorded object. */
export async function platformAfterRead(
  operation: Operation,
  { state: live, isUnverified }: Stored,
): Promise<RecordedPlatform> {
  const { recorded, config } = operation;
  const { state, platform = {} } = recorded;
  // The platform hid the object, so it may be on another platform.
  if (isUnverified) return platform;
  if (live.uid !== state.uid) {
    const assertPlatform = state.uid === undefined ? assertNotElsewhere : assertSamePlatform;
    await assertPlatform(operation, "read", labelOf(operation));
  }
  return isIdentified(platform) ? { ...platform, address: config.baseUrl } : platformHere(operation);
}
