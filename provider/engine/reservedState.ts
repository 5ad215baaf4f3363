import { assertSamePlatform } from "../objects/lifecycle/liveObject.js";
import { objectLabel } from "../objects/messages/messages.js";
import type { OperationContext, Recorded, Stored } from "../objects/operation.js";
import { memoized, omitBy, type Properties } from "../objects/values.js";
import type { Resource } from "../resources/resource.js";
import { checkDefaults } from "./check.js";
import { programInputs } from "./programInputs.js";

// Keys with `__` are hidden from programs.
const keys = {
  nonce: "__createNonce",
  ownershipToken: "__holder",
  platform: "__platform",
  exactLabel: "__exact",
} as const;
export const platformKey = keys.platform;
const sharedKey = "__shared";

/** The recorded values, with the reserved ones as separate fields. */
export const fromState = ({ inputs, state }: Recorded): Recorded => ({
  ...reservedIn(state),
  inputs: programInputs(inputs),
  state: programInputs(state),
});

function reservedIn(state: Properties): Omit<Recorded, "inputs" | "state"> {
  const texts = Object.entries(keys).filter(([, key]) => typeof state[key] === "string");
  return { ...Object.fromEntries(texts.map(([name, key]) => [name, state[key]])), isShared: state[sharedKey] === true };
}

/** A resource with the reserved values in its state. */
export function toState(
  resource: Resource,
  inputs: Properties,
  { nonce, ownershipToken, platform, exactLabel, isShared, ...stored }: Stored,
): Stored {
  const notes = {
    [keys.nonce]: nonce,
    [keys.ownershipToken]: ownershipToken,
    [keys.platform]: platform,
    [keys.exactLabel]: exactLabel,
    [sharedKey]: isShared || undefined,
  };
  return {
    ...stored,
    inputs: { ...stored.inputs, ...checkDefaults(inputs) },
    state: { ...nullOutputs(resource), ...stored.state, ...omitBy(notes, (note) => note === undefined) },
  };
}

/** Every output as null. In a preview, Node.js programs treat a missing output as unknown. */
const nullOutputs: (resource: Resource) => Properties = memoized(({ inputs, outputs }) =>
  Object.fromEntries(Object.keys({ ...inputs.shape, ...outputs.shape }).map((name) => [name, null])),
);

/** The operation with the recorded platform and whether another stack owns the object. */
export function onPlatform(context: OperationContext, { state }: Recorded): OperationContext {
  const { platform, isShared } = reservedIn(state);
  return { ...context, recordedPlatform: platform, isShared };
}

/** The identifier of the platform; undefined if it is hidden. */
export async function platformId({ identity, call }: OperationContext): Promise<string | undefined> {
  return identity.id(call).catch(() => undefined);
}

/** The platform to record after a read. Fails for an object of the same name on another one. */
export async function platformAfterRead(
  { type }: Resource,
  context: OperationContext,
  { state, platform }: Recorded,
  { id, state: now }: Stored,
): Promise<string | undefined> {
  if (platform === undefined) return platformId(context);
  if (now.uid !== state.uid) await assertSamePlatform(context, "read", objectLabel(type, id));
  return platform;
}
