import { stackSettings } from "../provider/adapters/shared/stackSettings";
import { isDefaultProvider } from "../provider/adapters/shared/urn";
import { decode } from "../provider/adapters/shared/wireValues";
import { type Config, type ConfigProblem, resolveConfig } from "../provider/config/config";
import { systemFiles } from "../provider/config/login";
import { Session } from "../provider/engine/session";
import { decrypted, type ExportedResource, isDynamicType } from "./state/exportedState";

/** A platform of the stack, with its credentials. */
export interface Platform {
  /** Absent if the settings are invalid. */
  readonly session?: Session | undefined;
  readonly problems: readonly ConfigProblem[];
}

/** The settings of a stack, secrets in clear text. */
export type StackConfig = Readonly<Record<string, { readonly value: string; readonly secret?: boolean }>>;

interface PlatformSettings {
  readonly config: StackConfig;
  /** Whether the program runs, so that the default provider gets the stack's configuration. */
  readonly programRuns: boolean;
  /** Cancels all requests. */
  readonly signal: AbortSignal;
}

/** Resolves platforms as the provider does: provider settings, environment, login file. */
export class Platforms {
  readonly #providers: ReadonlyMap<string, ExportedResource>;
  readonly #settings: PlatformSettings;
  readonly #bySettings = new Map<string, Platform>();
  /** A cache by provider reference. */
  readonly #byProvider = new Map<string, Platform>();

  constructor(resources: readonly ExportedResource[], settings: PlatformSettings) {
    this.#providers = new Map(resources.map((each) => [`${each.urn}::${each.id}`, each]));
    this.#settings = settings;
  }

  /** The platform of a resource of this provider. */
  of({ type, provider = "" }: ExportedResource): Platform {
    const reference = isDynamicType(type) ? "" : provider;
    const platform = this.#byProvider.get(reference) ?? this.#ofProvider(reference);
    this.#byProvider.set(reference, platform);
    return platform;
  }

  #ofProvider(reference: string): Platform {
    const used = this.#providers.get(reference);
    if (used === undefined || (this.#settings.programRuns && isDefaultProvider(used.urn))) return this.ofStack();
    return this.#platform(decode(decrypted(used.inputs)).properties);
  }

  /** The platform of the stack's configuration. */
  ofStack(): Platform {
    return this.#platform(stackSettings({ get: (key) => this.#settings.config[key]?.value }));
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
    const { signal } = this.#settings;
    if (signal.aborted) session.cancel();
    signal.addEventListener("abort", () => session.cancel());
    return session;
  }
}
