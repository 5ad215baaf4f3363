import { refuseElsewhere } from "../objects/lifecycle/find.js";
import { objectLabel } from "../objects/messages/messages.js";
import type { OperationContext, Recorded, Stored } from "../objects/operation.js";
import { leaveOut, type Properties } from "../objects/values.js";
import type { Resource } from "../resources/resource.js";
import { checkDefaults, programInputs } from "./check.js";

// What begins with `__` is shown to nobody.
const keys = { nonce: "__createNonce", ownershipToken: "__holder", platform: "__platform" } as const;
export const platformKey = keys.platform;
const sharedKey = "__shared";

/** What a state says to programs, and beside it what it keeps for the provider alone. */
export function withoutReserved({ inputs, state }: Recorded): Recorded {
  const texts = Object.entries(keys).filter(([, key]) => typeof state[key] === "string");
  const kept = Object.fromEntries(texts.map(([name, key]) => [name, state[key]]));
  return { ...kept, inputs: programInputs(inputs), state: programInputs(state), isShared: state[sharedKey] === true };
}

/** A resource with all that its state has to keep. */
export function withReserved(
  resource: Resource,
  inputs: Properties,
  { nonce, ownershipToken, platform, isShared, ...stored }: Stored,
): Stored {
  const notes = {
    [keys.nonce]: nonce,
    [keys.ownershipToken]: ownershipToken,
    [keys.platform]: platform,
    [sharedKey]: isShared || undefined,
  };
  return {
    ...stored,
    inputs: { ...stored.inputs, ...checkDefaults(inputs) },
    state: { ...nullOutputs(resource), ...stored.state, ...leaveOut(notes, (note) => note === undefined) },
  };
}

/** Every output as null. Node.js programs take an output that is missing in a preview for an unknown value. */
const nullOutputs = ({ inputs, outputs }: Resource): Properties =>
  Object.fromEntries(Object.keys({ ...inputs.shape, ...outputs.shape }).map((name) => [name, null]));

/** The operation with what the state records of the platform and of other stacks. */
export function withRecordedPlatform(context: OperationContext, recorded: Recorded): OperationContext {
  const { platform, isShared } = withoutReserved(recorded);
  return { ...context, recordedPlatform: platform, isShared };
}

/** Which platform this is; undefined where it does not show it. */
export async function platformUid({ identity, call }: OperationContext): Promise<string | undefined> {
  const shown = await identity.of(call).catch(() => "hidden" as const);
  return shown === "hidden" ? undefined : shown.uid;
}

/** The platform to record after a read. Fails for an object of the same name on another one. */
export async function platformAfterRead(
  { type }: Resource,
  context: OperationContext,
  { state, platform }: Recorded,
  { id, state: now }: Stored,
): Promise<string | undefined> {
  if (platform === undefined) return platformUid(context);
  if (now.uid !== state.uid) await refuseElsewhere(context, "read", objectLabel(type, id));
  return platform;
}
