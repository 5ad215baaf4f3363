import { isIdentified } from "../api/platformIdentity.js";
import { assertNotElsewhere, assertSamePlatform } from "../objects/lifecycle/samePlatform.js";
import { labelOf } from "../objects/messages/messages.js";
import type { Context, Recorded, RecordedPlatform, Stored } from "../objects/operation.js";
import type { Operation, Resource } from "../objects/resource.js";
import { memoized, omitBy, type Properties } from "../objects/values.js";
import { programInputs } from "./markedValues.js";

// Keys with `__` are hidden from programs.
const keys = { nonce: "__createNonce", exactLabel: "__exact" } as const;
const platformKeys = { project: "__platform", instance: "__instance", address: "__address" } as const;
const sharedKey = "__shared";

/** The recorded values, with the reserved ones as separate fields. */
export const fromState = ({ inputs, state }: Recorded): Recorded => ({
  ...reservedTexts(keys, state),
  platform: platformIn(state),
  isShared: state[sharedKey] === true,
  inputs: programInputs(inputs),
  state: programInputs(state),
});

/** The platform that a state names. */
export const platformIn = (state: Properties): RecordedPlatform => reservedTexts(platformKeys, state);

/** The texts at these keys of the state, by name. */
function reservedTexts(named: Readonly<Record<string, string>>, state: Properties): Readonly<Record<string, string>> {
  const texts = Object.entries(named).map(([name, key]) => [name, state[key]] as const);
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** A resource with the reserved values in its state, and the record of Check in its inputs. */
export function toState(
  resource: Resource,
  defaults: Properties,
  { nonce, platform, exactLabel, isShared, ...stored }: Stored,
): Stored {
  const notes = {
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
    state: { ...nullOutputs(resource), ...stored.state, ...omitBy(notes, (note) => note === undefined) },
  };
}

/** Every output as null. In a preview, Node.js programs treat a missing output as unknown. */
const nullOutputs: (resource: Resource) => Properties = memoized(({ inputs, outputs }) =>
  Object.fromEntries(Object.keys({ ...inputs.shape, ...outputs.shape }).map((name) => [name, null])),
);

/** The platform of the operation, for the state; without an identifier if it shows none. */
export async function platformHere({ identity, call, config }: Context): Promise<RecordedPlatform> {
  // The comparison with the setting may have asked for all of them already.
  const ids = config.platformId === undefined ? identity.idsForState(call) : identity.allIds(call);
  return { ...(await ids.catch(() => ({}))), address: config.baseUrl };
}

/** The platform to record after a read. Fails for an object of the same name on another one. */
export async function platformAfterRead(
  operation: Operation,
  { state: now, isUnverified }: Stored,
): Promise<RecordedPlatform> {
  const { recorded, config } = operation;
  const { state, platform = {} } = recorded;
  // Nothing has shown that the object is here.
  if (isUnverified) return platform;
  if (now.uid !== state.uid) {
    const assert = state.uid === undefined ? assertNotElsewhere : assertSamePlatform;
    await assert(operation, "read", labelOf(operation));
  }
  return isIdentified(platform) ? { ...platform, address: config.baseUrl } : platformHere(operation);
}
