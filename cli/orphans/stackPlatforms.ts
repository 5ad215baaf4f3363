import { type ConfigProblem, isDefaultProvider, omitBy, ownerOf, type Session } from "../../provider/cliFacade";
import { type Platform, Platforms } from "../platforms";
import { explicitSettings, resolvedSettings } from "../session";
import type { Notify } from "../words";
import type { KnownObjects } from "./knownObjects";
import { type OrphansValues, readsStack, type States } from "./states";

/** A platform of the stack, which is searched once, whichever providers use it. */
export interface StackPlatform {
  /** Undefined if unknown. */
  readonly address: string | undefined;
  /** The provider with invalid settings, in words. */
  readonly provider?: string | undefined;
  /** Sessions with different keys; the first that may search is used. */
  readonly sessions: readonly Session[];
  /** Why there is no session. */
  readonly problems: readonly ConfigProblem[];
  readonly known: KnownObjects;
  /** URNs of its providers, unless the default one is among them. */
  readonly providers: readonly string[];
}

interface Resolving {
  readonly notify: Notify;
  readonly signal: AbortSignal;
}

/**
 * The platforms of the states' providers or, with --base-url or without providers, the configured
 * one.
 */
export async function stackPlatforms(
  values: OrphansValues,
  { own, known, ...state }: States,
  { notify, signal }: Resolving,
): Promise<StackPlatform[]> {
  const stack = await resolvedSettings(values, notify, readsStack(values));
  // A provider's key is for its own address.
  const overrides = omitBy({ ...explicitSettings(values), baseUrl: undefined }, (value) => value === undefined);
  const isOwn = (urn: string) => ownerOf(urn).project === own?.project && ownerOf(urn).stack === own.stack;
  const isConfigured = (urn: string) => isDefaultProvider(urn) && isOwn(urn);
  const platforms = new Platforms(state, { stack, overrides, isConfigured, signal });
  const merged = (group: readonly Platform[], objects: KnownObjects): StackPlatform => {
    const [first] = group;
    const address = first?.target?.baseUrl;
    const sessions = group.flatMap(({ session }) => session ?? []);
    const problems = group.flatMap((each) => each.problems);
    return {
      address,
      provider: first?.provider,
      sessions,
      problems,
      known: objects,
      providers: platforms.providersFor(address),
    };
  };
  if (values.baseUrl !== undefined) return [merged([platforms.ofStack()], known)];
  return grouped(platforms.all()).map((group) =>
    merged(
      group,
      known.on((resource) => group.includes(platforms.of(resource))),
    ),
  );
}

/** Platforms with the same objects in one group. */
function grouped(platforms: readonly Platform[]): Platform[][] {
  const groups = new Map<unknown, Platform[]>();
  for (const each of platforms) {
    const key = each.target ? JSON.stringify(each.target) : each;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}
