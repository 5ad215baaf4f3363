import type { ConfigProblem } from "../provider/config/config";
import { Session } from "../provider/engine/session";
import { type Machine, thisMachine } from "./doctor/machine";
import { settingsOf } from "./doctor/settings";
import { configurationOf, type StackConfiguration } from "./doctor/stack";
import type { PlatformValues } from "./options";
import { UsageError } from "./program";
import { PulumiFailure } from "./pulumiProject";

/** There is no access key that a request could be sent with. */
export class AccessKeyError extends Error {}

/** The settings that options give. */
export const explicitSettings = ({ baseUrl, vendor, ownerId, certificateAuthority }: PlatformValues) => ({
  baseUrl,
  vendor,
  ownerId,
  certificateAuthority,
});

/** The platform, by options, then the stack's configuration, the environment and a login file. */
export async function sessionOf(
  values: PlatformValues,
  tell: (note: string) => void,
  readsStack = true,
): Promise<Session> {
  const machine = thisMachine(values.cwd ?? process.cwd());
  const explicit = explicitSettings(values);
  const isStackMeant = readsStack && explicit.baseUrl === undefined;
  const stack = isStackMeant ? await readableConfiguration(values, machine, tell) : undefined;
  const resolved = settingsOf({ explicit, machine, stack });
  if ("config" in resolved) return new Session(resolved.config);
  const problems = "problems" in resolved ? resolved.problems : [];
  const message = problems.map(reasonOf).join("\n");
  const isKeyOnly = problems.every(({ property }) => property === "accessKey");
  throw isKeyOnly ? new AccessKeyError(message) : new UsageError(message);
}

const reasonOf = ({ property, reason }: ConfigProblem): string =>
  property === "baseUrl" ? `${reason} Or give --base-url.` : reason;

/** The stack's configuration. One that nobody named may be unreadable: perhaps none is selected. */
async function readableConfiguration(
  values: PlatformValues,
  machine: Machine,
  tell: (note: string) => void,
): Promise<StackConfiguration | undefined> {
  try {
    return await configurationOf(values.stack, machine);
  } catch (error) {
    if (!(error instanceof PulumiFailure) || values.stack !== undefined) throw error;
    tell(`No stack's configuration is used, since it could not be read: ${error.message}`);
    return undefined;
  }
}
