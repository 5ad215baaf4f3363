import { assertSamePlatform } from "../objects/lifecycle/liveObject.js";
import { objectLabel } from "../objects/messages/messages.js";
import type { OperationContext, Recorded, Stored } from "../objects/operation.js";
import { omitBy, type Properties } from "../objects/values.js";
import type { Resource } from "../resources/resource.js";
import { checkNotes, programInputs } from "./check.js";

// What begins with `__` is shown to nobody.
const keys = { nonce: "__createNonce", holder: "__holder", platform: "__platform" } as const;
export const platformKey = keys.platform;
const sharedKey = "__shared";

/** What a state says to programs, and beside it what it keeps for the provider alone. */
export function plain({ inputs, state }: Recorded): Recorded {
  const texts = Object.entries(keys).filter(([, key]) => typeof state[key] === "string");
  const kept = Object.fromEntries(texts.map(([name, key]) => [name, state[key]]));
  return { ...kept, inputs: programInputs(inputs), state: programInputs(state), isShared: state[sharedKey] === true };
}

/** A resource with all that its state has to keep. */
export function withNotes(
  resource: Resource,
  inputs: Properties,
  { nonce, holder, platform, isShared, ...stored }: Stored,
): Stored {
  const notes = {
    [keys.nonce]: nonce,
    [keys.holder]: holder,
    [keys.platform]: platform,
    [sharedKey]: isShared || undefined,
  };
  return {
    ...stored,
    inputs: { ...stored.inputs, ...checkNotes(inputs) },
    state: { ...noValues(resource), ...stored.state, ...omitBy(notes, (note) => note === undefined) },
  };
}

/** Every output as null. Node.js programs take an output that is missing in a preview for an unknown value. */
const noValues = ({ inputs, outputs }: Resource): Properties =>
  Object.fromEntries(Object.keys({ ...inputs.shape, ...outputs.shape }).map((name) => [name, null]));

/** The operation with what the state records of the platform and of other stacks. */
export function onItsPlatform(context: OperationContext, recorded: Recorded): OperationContext {
  const { platform, isShared } = plain(recorded);
  return { ...context, recordedPlatform: platform, isShared };
}

/** Which platform this is; undefined where it does not show it. */
export async function shownPlatform({ identity, call }: OperationContext): Promise<string | undefined> {
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
  if (platform === undefined) return shownPlatform(context);
  if (now.uid !== state.uid) await assertSamePlatform(context, "read", objectLabel(type, id));
  return platform;
}
