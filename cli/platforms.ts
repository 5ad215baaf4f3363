import {
  type Config,
  type ConfigProblem,
  decode,
  isDefaultProvider,
  isRecord,
  omitBy,
  type Properties,
  parseUrn,
  type ResolvedConfig,
  resolveConfig,
  Session,
  systemSources,
} from "../provider/cliFacade";
import { envName } from "../provider/settingNames.js";
import type { KnownObjects } from "./orphans/knownObjects";
import {
  decrypted,
  type ExportedResource,
  type ExportedState,
  isDynamicType,
  isEncrypted,
  kindOfType,
  providerType,
} from "./state/exportedState";

/** A platform of the stack, with its credentials. */
export interface Platform {
  /** Absent if the settings are invalid. */
  readonly session?: Session | undefined;
  readonly problems: readonly ConfigProblem[];
  /** Where the objects are and which label they have; absent if unknown. */
  readonly target?: Pick<Config, "baseUrl" | "vendor" | "ownerId"> | undefined;
  /** The provider with invalid settings, in words; absent for the stack's configuration. */
  readonly provider?: string;
}

interface PlatformSettings {
  /** The settings of the stack: its configuration, environment, login file. */
  readonly stack: ResolvedConfig;
  /** Settings that override those of every provider. */
  readonly overrides?: Properties;
  /** Whether a provider has the settings of the stack in place of those in its state. */
  readonly isConfigured: (providerUrn: string) => boolean;
  /** Cancels all requests. */
  readonly signal: AbortSignal;
}

/** Resolves platforms as the provider does: provider settings, environment, login file. */
export class Platforms {
  readonly #entries: readonly ExportedResource[];
  readonly #providers: ReadonlyMap<string, ExportedResource>;
  readonly #settings: PlatformSettings;
  readonly #bySettings = new Map<string, Platform>();
  /** A cache by provider reference. */
  readonly #byProvider = new Map<string, Platform>();

  constructor({ resources, creating }: ExportedState, settings: PlatformSettings) {
    const providers = resources.filter(({ type }) => type === providerType);
    this.#entries = [...providers, ...[...resources, ...creating].filter(({ type }) => kindOfType(type) !== undefined)];
    // The first counts: it is of the stack itself, and the others may be of older exports.
    this.#providers = new Map([...providers].reverse().map((each) => [referenceTo(each), each]));
    this.#settings = settings;
  }

  /** The platform of a resource of this provider, or of a provider. */
  of(resource: ExportedResource): Platform {
    const { type, provider = "" } = resource;
    if (type === providerType) return this.#cached(referenceTo(resource));
    return this.#cached(isDynamicType(type) ? "" : provider);
  }

  /** The platform of the stack's configuration. */
  ofStack(): Platform {
    return this.#cached("");
  }

  /** The platforms of all providers and resources or, without any, that of the stack; each once. */
  all(): Platform[] {
    const used = this.#entries.map((each) => this.of(each));
    return [...new Set(used.length > 0 ? used : [this.ofStack()])];
  }

  /** URNs of the providers for an address; none if the default provider is one of them. */
  providersFor(baseUrl: string | undefined): string[] {
    const found = [...this.#providers.values()].filter((each) => this.of(each).target?.baseUrl === baseUrl);
    return found.some(({ urn }) => isDefaultProvider(urn)) ? [] : found.map(({ urn }) => urn);
  }

  #cached(reference: string): Platform {
    const platform = this.#byProvider.get(reference) ?? this.#ofProvider(reference);
    this.#byProvider.set(reference, platform);
    return platform;
  }

  #ofProvider(reference: string): Platform {
    if (reference === "") return this.#platform(this.#settings.stack);
    const used = this.#providers.get(reference);
    if (used === undefined || this.#settings.isConfigured(used.urn)) return this.ofStack();
    const { urn, inputs = {} } = used;
    // The environment's key may belong to another platform, so it must not replace an encrypted
    // one.
    const encrypted = Object.keys(inputs).filter((key) => isEncrypted(inputs[key]));
    const platform =
      encrypted.length > 0
        ? { problems: encrypted.map(encryptedProblem) }
        : this.#platform(this.#resolved(used, inputs));
    if (platform.session) return platform;
    // Any key completes the other settings.
    const resolved = this.#resolved(used, { ...omitBy(inputs, isEncrypted), accessKey: "unknown" });
    const target = "config" in resolved ? targetOf(resolved.config) : undefined;
    return { ...platform, target, provider: `the provider "${parseUrn(urn).name}"` };
  }

  #resolved(provider: ExportedResource, inputs: Readonly<Record<string, unknown>>): ResolvedConfig {
    const given = { ...decode(decrypted(inputs)).properties, ...this.#settings.overrides };
    const sources = { ...systemSources, env: environmentOf(provider) };
    return resolveConfig(given, sources, { origin: isDefaultProvider(provider.urn) ? "stack" : "provider" });
  }

  #platform(resolved: ResolvedConfig): Platform {
    if (!("config" in resolved)) return { problems: "problems" in resolved ? resolved.problems : [] };
    const { config } = resolved;
    const key = JSON.stringify(config);
    const platform = this.#bySettings.get(key) ?? {
      session: this.#newSession(config),
      problems: [],
      target: targetOf(config),
    };
    this.#bySettings.set(key, platform);
    return platform;
  }

  #newSession(config: Config): Session {
    const session = new Session(config);
    const { signal } = this.#settings;
    if (signal.aborted) session.cancel();
    signal.addEventListener("abort", () => session.cancel());
    return session;
  }
}

/** The environment of a provider: its option `envVarMappings` copies variables to other names. */
function environmentOf({ inputs: { __internal: internal } = {} }: ExportedResource): NodeJS.ProcessEnv {
  const { env } = process;
  const mappings = isRecord(internal) && isRecord(internal.envVarMappings) ? internal.envVarMappings : {};
  const copies = Object.entries(mappings).map(([from, to]) => [to, env[from]]);
  return { ...env, ...Object.fromEntries(copies.filter(([, value]) => value !== undefined)) };
}

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

/** The platforms of a stack, each once. */
export function stackPlatforms(platforms: Platforms, known: KnownObjects): StackPlatform[] {
  return grouped(platforms.all()).map((group) => {
    const objects = known.on((resource) => group.includes(platforms.of(resource)));
    return stackPlatform(platforms, objects, withStackKey(group, platforms));
  });
}

/** The platform that several providers use. */
export function stackPlatform(platforms: Platforms, known: KnownObjects, group: readonly Platform[]): StackPlatform {
  const address = group[0]?.target?.baseUrl;
  return {
    address,
    provider: group[0]?.provider,
    sessions: group.flatMap(({ session }) => session ?? []),
    problems: group.flatMap(({ problems }) => problems),
    known,
    providers: platforms.providersFor(address),
  };
}

/** Platforms with the same objects in one group. */
function grouped(platforms: readonly Platform[]): Platform[][] {
  const groups = new Map<unknown, Platform[]>();
  for (const each of platforms) {
    const key = targetKey(each);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

const targetKey = (platform: Platform): unknown => (platform.target ? JSON.stringify(platform.target) : platform);

/** Without a usable key of a provider, the stack's key is used if it is for the same platform. */
function withStackKey(group: readonly Platform[], platforms: Platforms): readonly Platform[] {
  const ofStack = platforms.ofStack();
  const isSame = group.every((each) => !each.session && targetKey(each) === targetKey(ofStack));
  return isSame && ofStack.session ? [...group, ofStack] : group;
}

const referenceTo = ({ urn, id }: ExportedResource): string => `${urn}::${id}`;

const targetOf = ({ baseUrl, vendor, ownerId }: Config) => ({ baseUrl, vendor, ownerId });

const encryptedProblem = (setting: string): ConfigProblem => ({
  property: "state",
  reason:
    `${setting} is encrypted in the state. Set PULUMI_CONFIG_PASSPHRASE, or export a --state with --show-secrets, ` +
    `or use --base-url with ${envName("accessKey")}.`,
});
