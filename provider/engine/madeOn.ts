import { objectLabel, takenOverElsewhere } from "../objects/messages.js";
import type { OperationContext, Recorded, Stored } from "../objects/operation.js";
import type { Resource } from "../resources/resource.js";
import { plain } from "./reservedState.js";

/** The operation with the platform that the state records. */
export const onItsPlatform = (context: OperationContext, recorded: Recorded): OperationContext => ({
  ...context,
  madeOn: plain(recorded).platform,
});

/** The identity of this platform; undefined if it is not shown. */
export const shownPlatform = ({ identity, call }: OperationContext): Promise<string | undefined> =>
  identity.of(call).catch(() => undefined);

/** The platform to record after a read: the recorded one if its object was found, else this one. */
export async function platformAfterRead(
  { type }: Resource,
  context: OperationContext,
  { state, platform }: Recorded,
  { id, state: now }: Stored,
): Promise<string | undefined> {
  if (platform !== undefined && now.uid === state.uid) return platform;
  const here = (await shownPlatform(context)) ?? platform;
  if (platform !== undefined && here !== platform)
    context.warn(takenOverElsewhere(objectLabel(type, id), context.config.baseUrl));
  return here;
}
