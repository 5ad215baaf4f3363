import { stackSettings } from "../../provider/adapters/shared/stackSettings";
import { decode } from "../../provider/adapters/shared/wireValues";
import { type Config, type ConfigProblem, resolveConfig, systemFiles } from "../../provider/config/config";
import { Session } from "../../provider/engine/session";
import { decrypted, type ExportedResource, isDynamicType } from "../state/exportedState";

/** A platform that a stack uses, as whom it does. */
export interface Platform {
  /** Absent where the settings are incomplete or wrong. */
  readonly session?: Session | undefined;
  readonly problems: readonly ConfigProblem[];
}

/** The settings of a stack, secrets in clear text. */
export type StackConfig = Readonly<Record<string, { readonly value: string; readonly secret?: boolean }>>;

/** What the resources of a stack do not say themselves. */
interface PlatformSettings {
  readonly config: StackConfig;
  /** Whether the program runs, so that its default provider has the stack's configuration and not what the state keeps of it. */
  readonly programRuns: boolean;
  readonly signal: AbortSignal;
}

/** Finds the platform of each resource as the provider does: its provider's settings, then the environment, then a login file. */
export class Platforms {
  readonly #providers: ReadonlyMap<string, ExportedResource>;
  readonly #config: StackConfig;
  readonly #programRuns: boolean;
  readonly #signal: AbortSignal;
  readonly #bySettings = new Map<string, Platform>();
  /** By the provider's reference in the state; many resources share one, and settings take time to put together. */
  readonly #byProvider = new Map<string, Platform>();

  /** `signal` ends what is under way on all of them. */
  constructor(resources: readonly ExportedResource[], { config, programRuns, signal }: PlatformSettings) {
    this.#providers = new Map(resources.map((each) => [`${each.urn}::${each.id}`, each]));
    this.#config = config;
    this.#programRuns = programRuns;
    this.#signal = signal;
  }

  /** The platform that a resource of this provider is on. */
  of({ type, provider = "" }: ExportedResource): Platform {
    const reference = isDynamicType(type) ? "" : provider;
    const platform = this.#byProvider.get(reference) ?? this.#ofProvider(reference);
    this.#byProvider.set(reference, platform);
    return platform;
  }

  #ofProvider(reference: string): Platform {
    const used = this.#providers.get(reference);
    if (used === undefined || (this.#programRuns && isDefault(used))) return this.ofStack();
    return this.#platform(decode(decrypted(used.inputs)).properties);
  }

  /** The platform that the stack's own configuration names. */
  ofStack(): Platform {
    return this.#platform(stackSettings({ get: (key) => this.#config[key]?.value }));
  }

  /** What the platforms that were found so far are reached with. */
  secrets(): string[] {
    const configs = [...this.#bySettings.values()].flatMap(({ session }) => session?.config ?? []);
    return configs.flatMap(({ accessKey, clientKey }) => [accessKey, ...(clientKey ? [clientKey] : [])]);
  }

  #platform(explicit: Readonly<Record<string, unknown>>): Platform {
    const resolved = resolveConfig(explicit, process.env, systemFiles);
    if (!("config" in resolved)) return { problems: "problems" in resolved ? resolved.problems : [] };
    const key = JSON.stringify(resolved.config);
    const platform = this.#bySettings.get(key) ?? { session: this.#newSession(resolved.config), problems: [] };
    this.#bySettings.set(key, platform);
    return platform;
  }

  #newSession(config: Config): Session {
    const session = new Session(config);
    if (this.#signal.aborted) session.cancel();
    this.#signal.addEventListener("abort", () => session.cancel());
    return session;
  }
}

const isDefault = ({ urn }: ExportedResource) => /::default(_[\w.]+)?$/.test(urn);
