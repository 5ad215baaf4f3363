import {
  type Context,
  expiryOf,
  type PlatformIds,
  type Properties,
  resources,
  type Self,
} from "../../../provider/cliFacade";
import { configOf, contextOf, type Facts, ok, problem, type Result, skipped } from "../check";

const keyCollection = resources.find(({ type }) => type === "OwnedAccessKey")?.plural ?? "";

/** The caller and its access key, from the platform itself or from a 403. */
export async function identity(facts: Facts): Promise<Result> {
  const context = contextOf(facts);
  const self = await callerOf(facts, context);
  const who = self && nameOf(self);
  if (self === undefined || who === undefined) return fromRefusal(facts);
  const key = self.accessKey === undefined ? "" : `, with the access key "${self.accessKey}"`;
  return ok(`${who}${key}; ${scopeOf(self)}; ${await expiryWords(context, self.accessKey)}`);
}

/** What identifies the platform, compared with the setting that pins the stack to one. */
export async function platformId(facts: Facts): Promise<Result> {
  const { platformId: expected } = configOf(facts);
  const context = contextOf(facts);
  const self = await callerOf(facts, context);
  const { project } = await context.identity.idsForState(context.call).catch((): PlatformIds => ({}));
  const ids = [self?.instanceID, project].filter((id) => id !== undefined);
  const [found = "none that this key may read"] = ids;
  if (expected === undefined) return ids.length > 0 ? ok(`${found}; platformId is not set`) : skipped(found);
  if (ids.includes(expected)) return ok(`${expected}, as platformId asks`);
  return problem(`platformId names ${expected}; found ${found}`, "Correct baseUrl or platformId.");
}

const fromRefusal = ({ user }: Facts) =>
  user === undefined
    ? skipped("unknown: the platform does not return the caller; expiry not checked either")
    : ok(`user "${user}"; expiry unknown`);

async function callerOf({ offered }: Facts, { identity, call }: Context): Promise<Self | undefined> {
  if (offered && !offered.includes("selves")) return undefined;
  return identity.self(call).catch(() => undefined);
}

function nameOf({ user, team, subject }: Self): string | undefined {
  if (user?.name !== undefined) return `user "${user.name}"`;
  if (team?.name !== undefined) return `team "${team.name}"`;
  return subject === undefined ? undefined : `subject "${subject}"`;
}

function scopeOf({ accessKeyScope = {} }: Self): string {
  const restricted = Object.keys(accessKeyScope).sort();
  return restricted.length === 0 ? "no scope restricts it" : `its scope restricts ${restricted.join(", ")}`;
}

/** When the key expires. A key may lack the right to read itself. */
async function expiryWords({ client, call }: Context, name: string | undefined): Promise<string> {
  const unknown = "expiry unknown";
  if (name === undefined) return unknown;
  try {
    const { spec = {}, status = {}, metadata } = await client.get([keyCollection, name], call);
    const state: Properties = { lastActivity: status.lastActivity, creationTimestamp: metadata.creationTimestamp };
    const expiry = expiryOf(spec, state);
    return expiry === undefined ? "it never expires" : `it expires at ${expiry}`;
  } catch {
    return unknown;
  }
}
