import { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import * as z from "zod";
import { namespacePrefix } from "../api/platformIdentity.js";
import { baseUrlProblem, normalizeBaseUrl } from "../api/transport/urls.js";
import { oneOf, pathsWith } from "../objects/fields/fieldRules.js";
import { packageName } from "../packageNames.js";
import { envName } from "../settingNames.js";

/** The rules for an access key in an HTTP header, and their messages. */
export const accessKeyRules = {
  maxLength: 16_384,
  tooLong: "is longer than 16384 characters, which no server accepts",
  pattern: /^[\x21-\x7e]+$/,
  wrongCharacters: "has characters that no access key has, such as a space or a line break",
} as const;

/** How an update treats a declared field that another client changed since it was recorded. */
export const conflictPolicy = oneOf(
  "ConflictPolicy",
  "How an update treats a declared field that another client changed since the last up or refresh.",
  {
    merge: "An error if the program changed the field too. Otherwise the other client's value stays.",
    overwrite: "The program's value is written.",
    fail: "An error, even if the program did not change the field.",
  },
);

/** See {@link conflictPolicy}. */
export type ConflictPolicy = z.infer<typeof conflictPolicy>;

/** The description of the policy, for field descriptions. */
export const conflictPolicyDescription = String(conflictPolicy.description);

/** Wire names of the fields in the scope of an access key, except that of allowCli. */
export const otherScopeFields: ReadonlySet<string> = new Set([
  "projects",
  "spaces",
  "virtualClusters",
  // Only vCluster Platform has these.
  "clusters",
  "roles",
  "rules",
]);

/** The setting with the wire name of the scope field allowCli. */
const cliScopeField = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]*$/, "is not a field name")
  .refine((name) => !otherScopeFields.has(name), "is another field of the scope")
  .optional()
  .meta({
    description:
      "Wire name of the field allowCli of a key's scope. The default follows from vendor: allowLoftCli for loft.sh.",
  });

/** The wire name of allowCli for a vendor: allowLoftCli for loft.sh. */
export function cliScopeFieldOf(vendor: string): string {
  const firstLabel = (vendor.split(".")[0] ?? "").replace(/[^a-z0-9]/g, "");
  return `allow${firstLabel.charAt(0).toUpperCase()}${firstLabel.slice(1)}Cli`;
}

function succeeds(call: () => unknown): boolean {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is a certificate in PEM form. */
export const isCertificate = (pem: string): boolean => succeeds(() => new X509Certificate(pem));

/** Whether TLS accepts a certificate chain and its key without a passphrase. */
const isKeyPair = (cert: string, key: string): boolean => succeeds(() => createSecureContext({ cert, key }));

/** Settings of the TLS connection to the platform. */
const tlsFields = {
  insecureSkipTlsVerify: z.boolean().default(false).meta({
    description: "Accept any TLS certificate. For trials only: the access key can then be stolen on the way.",
  }),
  certificateAuthority: z
    .string()
    .refine(isCertificate, "is neither a PEM certificate nor a file that has one")
    .optional()
    .meta({
      description:
        "Certificate authority to trust for the platform, besides the system's own: its PEM text, or the path of a file that has it.",
    }),
  clientCertificate: z
    .string()
    .optional()
    .meta({
      description:
        "Client certificate in PEM form, if the platform or a proxy in front of it requires one. Intermediate " +
        "certificates may follow it. Needs clientKey.",
    }),
  clientKey: z
    .string()
    .optional()
    .meta({ description: "Private key of clientCertificate in PEM form, without a passphrase.", secret: true }),
};

// At most 200 characters: names such as `management.<vendor>` may have 253.
const domain = /^(?=.{1,200}$)[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)*$/;

const baseUrl = z
  .string()
  .trim()
  .superRefine((value, context) => {
    const problem = baseUrlProblem(value);
    // The message does not contain the value, because a URL may have credentials.
    if (problem) context.addIssue(problem);
  })
  .overwrite((value) => (baseUrlProblem(value) ? value : normalizeBaseUrl(value)));

const defaultNamespacePrefixes = ["p-", "loft-p-"];

const settingsSchema = z.strictObject({
  baseUrl: baseUrl.meta({
    description: "Address of the platform, such as https://platform.example.com; a path prefix is kept.",
  }),
  accessKey: z
    .string()
    .trim()
    .max(accessKeyRules.maxLength, accessKeyRules.tooLong)
    .regex(accessKeyRules.pattern, accessKeyRules.wrongCharacters)
    .meta({
      description:
        `Access key of the provider. Prefer ${envName("accessKey")}, which each command reads: a key in stack ` +
        "configuration is frozen into the provider's state.",
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
        "Each operation that sends a request compares it first.",
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
        "Read each access key before every preview and update, so that a plain pulumi up shows changes by others. " +
        "Costs a request for each key in every command. The read uses the settings in the state. Plugin only.",
    }),
  ...tlsFields,
  projectNamespacePrefixes: z
    .array(z.string().regex(namespacePrefix, "is not the beginning of a namespace name"))
    .min(1, "names no prefix")
    .default(defaultNamespacePrefixes)
    .meta({
      description:
        "Prefixes that project namespaces have before the project's name, in the order in which they are tried. " +
        `Default ${defaultNamespacePrefixes.map((prefix) => `\`${prefix}\``).join(", then ")}.`,
    }),
});

/** The provider's settings, from stack configuration or the environment. */
export const providerConfig = settingsSchema.superRefine(({ clientCertificate: cert, clientKey: key }, context) => {
  if (cert === undefined && key === undefined) return;
  if (cert && key && isKeyPair(cert, key)) return;
  // Reports the missing setting, or the key if both are set.
  const [field, other] = cert ? ["clientKey", "clientCertificate"] : ["clientCertificate", "clientKey"];
  context.addIssue({
    code: "custom",
    path: [field],
    message: `must make a pair with ${other}: both in PEM form, and the key without a passphrase`,
  });
});

/** Paths of the secret settings. */
export const secretSettingPaths = pathsWith(providerConfig, "secret");

/** A setting's name. */
export type ConfigField = keyof typeof providerConfig.shape;

/** The validated settings, with their defaults. */
export type Config = z.infer<typeof providerConfig> & {
  cliScopeField: string;
  /** The remedy for a refused access key, if it depends on the key's origin. */
  keyRemedy?: string;
  /** Problems of the login files, as sentences. */
  loginWarnings?: readonly string[];
};

/** The error message of an operation while a setting is unknown. */
export const notConfiguredMessage =
  `The ${packageName} provider is not configured: some of its settings are not known yet. ` +
  "Run pulumi up, or set them in the stack's configuration.";
