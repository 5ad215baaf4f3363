import { refuseElsewhere } from "../objects/elsewhere.js";
import { objectLabel } from "../objects/messages.js";
import type { OperationContext, Recorded, Stored } from "../objects/operation.js";
import type { Resource } from "../resources/resource.js";
import { plain } from "./reservedState.js";

/** The operation with what the state records of the platform and of other stacks. */
export function onItsPlatform(context: OperationContext, recorded: Recorded): OperationContext {
  const { platform, isShared } = plain(recorded);
  return { ...context, madeOn: platform, isShared };
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
  if (now.uid !== state.uid) await refuseElsewhere(context, "read", objectLabel(type, id));
  return platform;
}
