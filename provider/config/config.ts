import * as z from "zod";
import { providerKeyRemedy } from "../api/errors/failure.js";
import { namespacePrefix } from "../api/platformIdentity.js";
import { BadProxyError, proxyFor } from "../api/transport/proxy.js";
import { baseUrlProblem, normalizeBaseUrl } from "../api/transport/urls.js";
import { rulesOf, zodMessages } from "../objects/fields/fieldRules.js";
import { packageName } from "../packageNames.js";
import { envName } from "../settingNames.js";
import { accessKeyText } from "./accessKeyText.js";
import { conflictPolicy, conflictPolicyDescription } from "./conflictPolicy.js";
import { type Files, findLogin, type Login, type LoginFile } from "./login.js";
import { certificateText, isKeyPair, parseSetting } from "./parseSetting.js";
import { cliScopeField, cliScopeFieldOf } from "./scopeFields.js";
import { howToSet, originNames, type SettingOrigin } from "./settingOrigin.js";
import { tlsFields } from "./tlsFields.js";

const domain = /^(?=.{1,200}$)[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)*$/;

const baseUrl = z
  .string()
  .trim()
  .superRefine((value, context) => {
    const problem = baseUrlProblem(value);
    // The message omits the value: the URL may contain credentials.
    if (problem) context.addIssue(problem);
  })
  .overwrite((value) => (baseUrlProblem(value) ? value : normalizeBaseUrl(value)));

const namespacePrefixes = ["p-", "loft-p-"];

const settingsSchema = z.strictObject({
  baseUrl: baseUrl.meta({
    description: "Address of the platform, such as https://platform.example.com; a path prefix is kept.",
  }),
  accessKey: z
    .string()
    .trim()
    .max(accessKeyText.longest, accessKeyText.tooLong)
    .regex(accessKeyText.pattern, accessKeyText.wrongCharacters)
    .meta({
      description:
        `Access key that the provider acts with. Best given as ${envName("accessKey")}, which each command reads afresh; ` +
        "one in stack configuration is frozen into the provider's state.",
      secret: true,
    }),
  platformId: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,1000}$/, "is not an identifier, or has white space")
    .optional()
    .meta({
      description:
        "Pins the stack to one platform: its `instanceID`, or the uid of its project `default`, as doctor shows it. " +
        "Every command but a preview compares it first.",
    }),
  vendor: z
    .string()
    .trim()
    .regex(domain, "is not a DNS domain in lower case")
    .default("loft.sh")
    .meta({ description: "Domain in the name of the API group, management.<vendor>, and in label keys." }),
  cliScopeField,
  ownerId: z
    .string()
    .default("")
    .meta({
      description:
        "Part of the owner label, beside the names of project and stack. Set it where several organizations or Pulumi " +
        "backends have stacks of the same project and name on one platform.",
    }),
  conflictPolicy: conflictPolicy.default("merge").meta({
    description: `${conflictPolicyDescription} A resource can have its own.`,
  }),
  refreshKeys: z
    .boolean()
    .default(false)
    .meta({
      description:
        "Read each access key before every preview and update, so that a plain pulumi up notices what happened outside. " +
        "Costs a request for each key in every command, with the settings that state holds. Plugin only.",
    }),
  ...tlsFields,
  projectNamespacePrefixes: z
    .array(z.string().regex(namespacePrefix, "is not the beginning of a namespace name"))
    .min(1, "names no prefix")
    .default(namespacePrefixes)
    .meta({
      description:
        "Prefixes that make a project's name the name of its namespace, in the order they are tried. " +
        `Default ${namespacePrefixes.map((prefix) => `\`${prefix}\``).join(", then ")}.`,
    }),
});

/** The provider's settings, from stack configuration or the environment. */
export const providerConfig = settingsSchema.superRefine(({ clientCertificate: cert, clientKey: key }, context) => {
  if ((cert ?? key) === undefined || (cert && key && isKeyPair(cert, key))) return;
  const [field, other] = cert ? ["clientKey", "clientCertificate"] : ["clientCertificate", "clientKey"];
  context.addIssue({
    code: "custom",
    path: [field],
    message: `must make a pair with ${other}: both in PEM form, and the key without a passphrase`,
  });
});

/** A setting's name. */
export type ConfigField = keyof typeof providerConfig.shape;

/** The settings, complete and checked. */
export type Config = z.infer<typeof providerConfig> & {
  cliScopeField: string;
  /** The remedy for a refused access key, if it depends on the key's origin. */
  keyRemedy?: string;
  /** Problems of the login files, as sentences. */
  loginWarnings?: readonly string[];
  /** The platform has bytes in base64 where the specification has text. */
  encodesBytes?: boolean;
};

/** The error of an operation while a setting is unknown. */
export const notConfigured =
  `The ${packageName} provider is not configured: some of its settings are not known yet. ` +
  "Run pulumi up, or set them in the stack's configuration.";

/** Where a setting's value came from. */
export type ConfigSource = "program" | "environment" | LoginFile | "default";

/** A missing or invalid setting. The reason has its source and the remedy, never the value. */
export interface ConfigProblem {
  readonly property: string;
  readonly reason: string;
  /** No source has the setting. */
  readonly isMissing?: boolean;
}

/** The result of resolveConfig. `unknown` are settings that a preview does not know yet. */
export type ResolvedConfig =
  | { readonly config: Config; readonly sources: Readonly<Record<ConfigField, ConfigSource>> }
  | { readonly unknown: readonly string[] }
  | { readonly problems: readonly ConfigProblem[] };

const configFields = Object.keys(providerConfig.shape) as ConfigField[];

const engineKeys = new Set(["version", "pluginDownloadURL", "pluginChecksums", "parameterization"]);

/** Whether the Pulumi engine added a key to a provider's inputs, such as `__internal`. */
export const isEngineKey = (key: string): boolean => key.startsWith("__") || engineKeys.has(key);

/**
 * Resolves the settings: explicit ones, then the environment, then a login file, then defaults.
 * `unknownSettings` are settings that a preview does not know; `origin` has the explicit ones.
 */
export function resolveConfig(
  explicit: Readonly<Record<string, unknown>>,
  env: NodeJS.ProcessEnv,
  files: Files,
  unknownSettings: ReadonlySet<string> = new Set(),
  origin: SettingOrigin = "stack",
): ResolvedConfig {
  const given = new Map<string, Given>();
  const add = (field: string, value: unknown, source: ConfigSource) => {
    const isNew = !given.has(field) && (value ?? "") !== "";
    if (isNew) given.set(field, { value: readSetting(field, value, files), source });
  };
  for (const [field, value] of Object.entries(explicit)) if (!isEngineKey(field)) add(field, value, "program");
  for (const field of configFields) add(field, env[envName(field)], "environment");
  const has = (field: string) => given.has(field) || unknownSettings.has(field);
  const login = findLogin({ has, baseUrl: given.get("baseUrl")?.value }, files);
  for (const [field, value] of Object.entries(login.values)) given.set(field, { value, source: login.file });
  return validated({ given, login, origin }, unknownSettings, env);
}

interface Given {
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

/** The settings before validation. */
interface Candidates {
  readonly given: ReadonlyMap<string, Given>;
  readonly login: Login;
  readonly origin: SettingOrigin;
}

function validated(found: Candidates, unknownSettings: ReadonlySet<string>, env: NodeJS.ProcessEnv): ResolvedConfig {
  const { given } = found;
  const raw = Object.fromEntries([...given].map(([field, { value }]) => [field, value]));
  const parsed = providerConfig.safeParse(raw, { error: zodMessages });
  const problems = (parsed.error?.issues ?? [])
    .flatMap((issue) => settingProblems(issue, found))
    .filter(({ property }) => !unknownSettings.has(property));
  if (problems.length > 0) return { problems };
  if (!parsed.success || unknownSettings.size > 0) return { unknown: [...unknownSettings] };
  const proxy = proxyProblem(parsed.data.baseUrl, env);
  if (proxy) return { problems: [proxy] };
  const cliScopeField = parsed.data.cliScopeField ?? cliScopeFieldOf(parsed.data.vendor);
  const sources = Object.fromEntries(configFields.map((field) => [field, given.get(field)?.source ?? "default"]));
  const isOfProvider = found.origin === "provider" && sources.accessKey === "program";
  const remedy = isOfProvider && { keyRemedy: providerKeyRemedy };
  const { warnings: loginWarnings } = found.login;
  const config = { ...parsed.data, cliScopeField, ...remedy, ...(loginWarnings.length > 0 && { loginWarnings }) };
  return { config, sources: sources as Record<ConfigField, ConfigSource> };
}

function settingProblems(issue: z.core.$ZodIssue, { given, login, origin }: Candidates): ConfigProblem[] {
  if (issue.code === "unrecognized_keys") {
    const known = configFields.join(", ");
    const reasonOf = (setting: string) =>
      `${setting} is not a setting of this provider. The provider's settings are ${known}.`;
    return issue.keys.map((property) => ({ property, reason: reasonOf(property) }));
  }
  const [property, entry] = issue.path.map(String) as [string, string?];
  const source = given.get(property)?.source;
  const remedy = howToSet(property, origin, isSecretSetting(property));
  if (source === undefined) {
    const missing = `${property} ${issue.code === "invalid_type" ? "is not set" : issue.message}. ${remedy}`;
    return [{ property, reason: [missing, ...login.notes, ...login.warnings].join(" "), isMissing: true }];
  }
  const place = source === "environment" ? envName(property) : source === "program" ? originNames[origin] : source;
  const subject = entry === undefined ? "it" : `entry ${Number(entry) + 1}`;
  const reason = `${property}, from ${place}, cannot be used: ${subject} ${issue.message}. ${remedy}`;
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
