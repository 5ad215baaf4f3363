import { type ConfigProblem, isUnauthorized, type ResolvedConfig, Session } from "../provider/cliFacade";
import { type Machine, thisMachine } from "./doctor/machine";
import { settingsOf } from "./doctor/settings";
import { configurationOf, type StackConfiguration } from "./doctor/stack";
import type { PlatformValues } from "./options";
import { UsageError } from "./program";
import { PulumiFailure } from "./pulumiProject";
import type { Notify } from "./words";

/** The access key is missing or unusable. */
class AccessKeyError extends Error {}

/** The first error of a kind among an error and its causes. */
export function causeOf<Wanted>(error: unknown, is: (each: unknown) => each is Wanted): Wanted | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (is(each)) return each;
  return undefined;
}

const isKeyProblem = (error: unknown): error is Error => isUnauthorized(error) || error instanceof AccessKeyError;

/** Exit code of a failed command: 3 if the access key is missing or refused, else 1. */
export const failureExitCode = (error: unknown): number => (causeOf(error, isKeyProblem) ? 3 : 1);

/** Settings from options. */
export const explicitSettings = ({ baseUrl, vendor, ownerId, certificateAuthority }: PlatformValues) => ({
  baseUrl,
  vendor,
  ownerId,
  certificateAuthority,
});

/** Cancels a session after its work: pending requests keep the process alive. */
export async function withSession<Result>(
  session: Session | Promise<Session>,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const opened = await session;
  return work(opened).finally(() => opened.cancel());
}

/** The session of the settings: options, stack configuration, environment, login file. */
export async function sessionOf(values: PlatformValues, notify: Notify): Promise<Session> {
  const resolved = await resolvedSettings(values, notify);
  if ("config" in resolved) return new Session(resolved.config);
  throw settingsError("problems" in resolved ? resolved.problems : []);
}

/** The settings of options, stack configuration, environment, login file. */
export async function resolvedSettings(
  values: PlatformValues,
  notify: Notify,
  readsStack = true,
): Promise<ResolvedConfig> {
  const machine = thisMachine(values.cwd ?? process.cwd());
  const explicit = explicitSettings(values);
  const isStackMeant = readsStack && explicit.baseUrl === undefined;
  const stack = isStackMeant ? await readableConfiguration(values, machine, notify) : undefined;
  return settingsOf({ explicit, machine, stack });
}

/** The error for settings that are missing or invalid. */
export function settingsError(problems: readonly ConfigProblem[]): Error {
  const message = problems.map(reasonOf).join("\n");
  const isKeyOnly = problems.every(({ property }) => property === "accessKey");
  return isKeyOnly ? new AccessKeyError(message) : new UsageError(message);
}

const reasonOf = ({ property, reason }: ConfigProblem): string =>
  property === "baseUrl" ? `${reason} Or give --base-url.` : reason;

/** The stack's configuration. Without --stack it may be unreadable: none may be selected. */
async function readableConfiguration(
  values: PlatformValues,
  machine: Machine,
  notify: Notify,
): Promise<StackConfiguration | undefined> {
  try {
    return await configurationOf(values.stack, machine);
  } catch (error) {
    if (!(error instanceof PulumiFailure) || values.stack !== undefined) throw error;
    notify(`No stack's configuration is used, since it could not be read: ${error.message}`);
    return undefined;
  }
}
