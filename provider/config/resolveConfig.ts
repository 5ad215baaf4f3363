import * as z from "zod";
import { providerKeyRemedy } from "../api/errors/failure.js";
import { parseJson } from "../api/input/untrustedJson.js";
import { BadProxyError, proxyFor } from "../api/transport/proxy.js";
import { rulesOf, zodMessages } from "../objects/fields/fieldRules.js";
import { envName, settingKey } from "../settingNames.js";
import { type Config, type ConfigField, cliScopeFieldOf, isCertificate, providerConfig } from "./config.js";
import { type Files, findLogin, type Login, type LoginFile, systemFiles } from "./login.js";

/** Origin of explicit settings: stack configuration, a Provider, or command-line options. */
export type SettingOrigin = "stack" | "provider" | "options";

/** Where a setting's value came from. */
export type ConfigSource = "program" | "environment" | LoginFile | "default";

/** A missing or invalid setting. The reason names its source and the remedy, never its value. */
export interface ConfigProblem {
  readonly property: string;
  readonly reason: string;
  /** Whether no source has the setting. */
  readonly isMissing?: boolean;
}

/** The result of {@link resolveConfig}. `unknown` has the settings that a preview does not know. */
export type ResolvedConfig =
  | { readonly config: Config; readonly sources: Readonly<Record<ConfigField, ConfigSource>> }
  | { readonly unknown: readonly string[] }
  | { readonly problems: readonly ConfigProblem[] };

const configFields = Object.keys(providerConfig.shape) as ConfigField[];

const engineKeys = new Set(["version", "pluginDownloadURL", "pluginChecksums", "parameterization"]);

/** Whether the Pulumi engine added a key to a provider's inputs, such as `__internal`. */
export const isEngineKey = (key: string): boolean => key.startsWith("__") || engineKeys.has(key);

/** The sources of settings that are not explicit. */
interface SettingSources {
  readonly env: NodeJS.ProcessEnv;
  readonly files: Files;
}

/** The environment and the files of this process. */
export const systemSources: SettingSources = { env: process.env, files: systemFiles };

interface ResolveOptions {
  /** Explicit settings that a preview does not know yet. */
  readonly unknownSettings?: ReadonlySet<string>;
  /** Origin of the explicit settings; the default is "stack". */
  readonly origin?: SettingOrigin;
}

/** Resolves the settings: explicit ones, then the environment, then a login file, then defaults. */
export function resolveConfig(
  explicit: Readonly<Record<string, unknown>>,
  { env, files }: SettingSources,
  { unknownSettings = new Set(), origin = "stack" }: ResolveOptions = {},
): ResolvedConfig {
  const candidates = new Map<string, Candidate>();
  // An empty text counts as absent.
  const addIfMissing = (field: string, value: unknown, source: ConfigSource) => {
    const isSet = (value ?? "") !== "";
    if (isSet && !candidates.has(field)) candidates.set(field, { value: readSetting(field, value, files), source });
  };
  for (const [field, value] of Object.entries(explicit)) if (!isEngineKey(field)) addIfMissing(field, value, "program");
  for (const field of configFields) addIfMissing(field, env[envName(field)], "environment");
  const has = (field: string) => candidates.has(field) || unknownSettings.has(field);
  const login = findLogin({ has, baseUrl: candidates.get("baseUrl")?.value }, files);
  for (const [field, value] of Object.entries(login.values)) candidates.set(field, { value, source: login.file });
  return validate({ candidates, login, origin }, unknownSettings, env);
}

/** A value of a setting, before validation. */
interface Candidate {
  readonly value: unknown;
  readonly source: ConfigSource;
}

const isField = (name: string): name is ConfigField => name in providerConfig.shape;

const isSecretSetting = (name: string): boolean => isField(name) && rulesOf(providerConfig.shape[name]).secret === true;

function readSetting(field: string, value: unknown, files: Files): unknown {
  if (!isField(field) || typeof value !== "string") return value;
  const text = field === "certificateAuthority" ? certificateText(value, files) : value;
  return parseSetting(providerConfig.shape[field], text);
}

/** All settings before validation, and the values that decide the messages. */
interface FoundSettings {
  readonly candidates: ReadonlyMap<string, Candidate>;
  readonly login: Login;
  readonly origin: SettingOrigin;
}

function validate(found: FoundSettings, unknownSettings: ReadonlySet<string>, env: NodeJS.ProcessEnv): ResolvedConfig {
  const { candidates } = found;
  const raw = Object.fromEntries([...candidates].map(([field, { value }]) => [field, value]));
  const parsed = providerConfig.safeParse(raw, { error: zodMessages });
  const problems = (parsed.error?.issues ?? [])
    .flatMap((issue) => settingProblems(issue, found))
    .filter(({ property }) => !unknownSettings.has(property));
  if (problems.length > 0) return { problems };
  if (!parsed.success || unknownSettings.size > 0) return { unknown: [...unknownSettings] };
  const proxy = proxyProblem(parsed.data.baseUrl, env);
  if (proxy) return { problems: [proxy] };
  const cliScopeField = parsed.data.cliScopeField ?? cliScopeFieldOf(parsed.data.vendor);
  const sources = Object.fromEntries(configFields.map((field) => [field, candidates.get(field)?.source ?? "default"]));
  const isFromProvider = found.origin === "provider" && sources.accessKey === "program";
  const remedy = isFromProvider && { keyRemedy: providerKeyRemedy };
  const { warnings: loginWarnings } = found.login;
  const config = { ...parsed.data, cliScopeField, ...remedy, ...(loginWarnings.length > 0 && { loginWarnings }) };
  return { config, sources: sources as Record<ConfigField, ConfigSource> };
}

function settingProblems(issue: z.core.$ZodIssue, { candidates, login, origin }: FoundSettings): ConfigProblem[] {
  if (issue.code === "unrecognized_keys") {
    const names = configFields.join(", ");
    const reasonOf = (setting: string) =>
      `${setting} is not a setting of this provider. The provider's settings are ${names}.`;
    return issue.keys.map((property) => ({ property, reason: reasonOf(property) }));
  }
  // The index of an entry if the setting is a list.
  const [property, index] = issue.path.map(String) as [string, string?];
  const source = candidates.get(property)?.source;
  const remedy = howToSet(property, origin, isSecretSetting(property));
  if (source === undefined) {
    const missing = `${property} ${issue.code === "invalid_type" ? "is not set" : issue.message}. ${remedy}`;
    return [{ property, reason: [missing, ...login.notes, ...login.warnings].join(" "), isMissing: true }];
  }
  const sourceNames: Partial<Record<ConfigSource, string>> = {
    environment: envName(property),
    program: originNames[origin],
  };
  const sourceName = sourceNames[source] ?? source;
  const subject = index === undefined ? "it" : `entry ${Number(index) + 1}`;
  const reason = `${property}, from ${sourceName}, cannot be used: ${subject} ${issue.message}. ${remedy}`;
  return [{ property, reason }];
}

/** The problem of the proxy variable for the platform, or undefined. */
function proxyProblem(baseUrl: string, env: NodeJS.ProcessEnv): ConfigProblem | undefined {
  try {
    proxyFor(baseUrl, env);
    return undefined;
  } catch (error) {
    if (!(error instanceof BadProxyError)) throw error;
    return { property: error.variable, reason: error.message };
  }
}

const booleans: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };

/** Parses a setting from text. Invalid text is returned as it is, so that validation reports it. */
function parseSetting(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return parseSetting(schema.unwrap(), text);
  if (schema instanceof z.ZodBoolean) return booleans[text.trim().toLowerCase()] ?? text;
  return schema instanceof z.ZodArray ? parseList(text) : text;
}

// A list is JSON in stack configuration, and items separated by commas in the environment.
function parseList(text: string): unknown {
  if (!text.trimStart().startsWith("[")) return text.split(",").map((item) => item.trim());
  return parseJson(text) ?? text;
}

/** The certificate: the text itself, or the content of the file at this path. */
function certificateText(textOrPath: string, files: Files): string {
  if (isCertificate(textOrPath)) return textOrPath;
  try {
    return files.readFile(textOrPath.trim()).text;
  } catch {
    // Validation rejects it.
    return textOrPath;
  }
}

/** The origins as messages name them. */
const originNames: Readonly<Record<SettingOrigin, string>> = {
  stack: "the stack's configuration",
  provider: "the Provider in the program",
  options: "an option",
};

/** The ways to set a setting. A Provider in the program does not read stack configuration. */
function howToSet(field: string, origin: SettingOrigin, isSecret: boolean): string {
  if (origin === "provider") return `Set ${field} of the Provider in the program, or ${envName(field)}.`;
  if (origin === "options") return `Set ${envName(field)}.`;
  const flag = isSecret ? "--secret " : "";
  const example = field === "baseUrl" ? "https://…" : "…";
  return `Run "pulumi config set ${flag}${settingKey(field)} ${example}" or set ${envName(field)}.`;
}
