import { settingKey } from "../../settingNames.js";
import type { Context } from "../operation.js";
import { ResourceError } from "../resourceError.js";

/** Throws if the setting `platformId` names another platform than the one of the operation. */
export async function assertPinnedPlatform({ identity, config, call }: Context): Promise<void> {
  const { platformId: expected, baseUrl } = config;
  if (expected === undefined || (await identity.has(expected, call))) return;
  const { instance, project } = await identity.allIds(call);
  const found = instance ?? project ?? "none that this access key may read";
  throw new ResourceError(
    `The platform at ${baseUrl} is not the one that platformId names: expected ${expected}, found ` +
      `${found}. Correct ${settingKey("baseUrl")}, or set ${settingKey("platformId")} to the identifier of ` +
      "the platform that the stack belongs to.",
  );
}

/**
 * Throws for an object that is not there, unless its platform is this one: success would drop a
 * live object of another platform from the state.
 */
export async function assertSamePlatform(context: Context, action: string, label: string): Promise<void> {
  const isAnother = await isOnAnother(context);
  if (isAnother === false) return;
  const why = isAnother ? elsewhere(context.config.baseUrl) : undecided(context.config.baseUrl);
  throw new ResourceError(`Cannot ${action} ${label}: ${why}`);
}

const elsewhere = (baseUrl: string) =>
  `it was made on another platform than the one at ${baseUrl}. Correct ${settingKey("baseUrl")}. If that platform is ` +
  "gone, or this is the same one, the object is lost: pulumi state delete <URN of the resource>.";

const undecided = (baseUrl: string) =>
  `it is not on the platform at ${baseUrl}, and no identifier shows whether it was made there. If the address is ` +
  `wrong, correct ${settingKey("baseUrl")}. If it is right, the object is gone: pulumi state delete <URN of the ` +
  `resource>. ${settingKey("platformId")} pins the stack to one platform.`;

/**
 * Throws for an object without a recorded uid if it is on another platform. Without an identifier,
 * an unchanged address decides: otherwise an unfinished create could never be resumed.
 */
export async function assertNotElsewhere(context: Context, action: string, label: string): Promise<void> {
  const { recorded, config } = context;
  const { address = config.baseUrl } = recorded?.platform ?? {};
  if (address !== config.baseUrl || (await isOnAnother(context))) await assertSamePlatform(context, action, label);
}

/** Whether the resource is on another platform; undefined if nothing decides. */
async function isOnAnother({ identity, recorded, config, call }: Context) {
  // A create has no recorded platform, and its object can be nowhere else.
  if (recorded?.platform === undefined) return false;
  const isAnother = await identity.isAnother(recorded.platform, call);
  // With `platformId`, `assertPinnedPlatform` has compared this platform before.
  return isAnother === undefined && config.platformId !== undefined ? false : isAnother;
}
