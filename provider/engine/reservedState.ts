import { isIdentified } from "../api/platformIdentity.js";
import { assertNotElsewhere, assertSamePlatform } from "../objects/lifecycle/samePlatform.js";
import { labelOf } from "../objects/messages/messages.js";
import type { Context, Recorded, RecordedPlatform, Stored } from "../objects/operation.js";
import type { Operation, Resource } from "../objects/resource.js";
import { memoized, omitBy, type Properties } from "../objects/values.js";
import { programInputs } from "./markedValues.js";

// The engine hides keys that begin with `__` from programs.
const keys = { nonce: "__createNonce", exactLabel: "__exact" } as const;
const platformKeys = { project: "__platform", instance: "__instance", address: "__address" } as const;
const sharedKey = "__shared";

/** The recorded values, with the reserved keys of the state as fields of {@link Recorded}. */
export const fromState = ({ inputs, state }: Recorded): Recorded => ({
  ...reservedTexts(keys, state),
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

/** The reverse of {@link fromState}. Adds the record of Check about its defaults to the inputs. */
export function toState(
  resource: Resource,
  defaults: Properties,
  { nonce, platform, exactLabel, isShared, ...stored }: Stored,
): Stored {
  const reserved = {
    [keys.nonce]: nonce,
    [platformKeys.project]: platform?.project,
    [platformKeys.instance]: platform?.instance,
    [platformKeys.address]: platform?.address,
    [keys.exactLabel]: exactLabel,
    [sharedKey]: isShared || undefined,
  };
  return {
    ...stored,
    inputs: { ...stored.inputs, ...defaults },
    state: { ...nullOutputs(resource), ...stored.state, ...omitBy(reserved, (value) => value === undefined) },
  };
}

/** Null for every property. In a preview, Node.js programs treat a missing one as unknown. */
const nullOutputs: (resource: Resource) => Properties = memoized(({ inputs, outputs }) =>
  Object.fromEntries(Object.keys({ ...inputs.shape, ...outputs.shape }).map((name) => [name, null])),
);

/** The platform to record: its address, and the identifiers that it shows. */
export async function platformHere({ identity, call, config }: Context): Promise<RecordedPlatform> {
  // With `platformId` set, its check may have asked for all of them already.
  const ids = config.platformId === undefined ? identity.idsForState(call) : identity.allIds(call);
  return { ...(await ids.catch(() => ({}))), address: config.baseUrl };
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
    const assert = state.uid === undefined ? assertNotElsewhere : assertSamePlatform;
    await assert(operation, "read", labelOf(operation));
  }
  return isIdentified(platform) ? { ...platform, address: config.baseUrl } : platformHere(operation);
}
