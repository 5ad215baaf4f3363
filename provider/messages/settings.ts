import { packageName } from "../packageNames.js";
import { settingKey } from "../settingNames.js";
import { messages } from "./message.js";

/** Messages about the provider's settings. */
export const settingMessages = messages({
  notSet: {
    text: "{setting} is not set.",
    cause:
      "Neither stack configuration, nor the environment, nor a login file has it. [Where settings come from](../settings.md#where-a-setting-comes-from).",
    remedy: "{remedy}",
  },
  functionEnvironment: {
    text: "A function of the classes runs in the program's process, which the envVars of an Automation API workspace do not reach.",
    cause: "A setting is missing for a function. [Inline programs](../languages.md#automation-api).",
    remedy: "In an inline program, set it in the stack's configuration with stack.setConfig.",
  },
  incomplete: { text: "{setting} {problem}.", cause: "Another setting needs it.", remedy: "{remedy}" },
  wrong: {
    text: "{setting}, from {origin}, cannot be used: {subject} {problem}.",
    cause: "The value has the wrong form. It is not shown: it may be a secret.",
    remedy: "{remedy}",
  },
  unknownSetting: {
    text: "{setting} is not a setting of this provider.",
    cause:
      "A misspelled name in the program's `Provider` or the stack's configuration. [All settings](configuration.md).",
    remedy: "The provider's settings are {known}.",
  },
  noPair: {
    text: "must make a pair with {other}: both in PEM form, and the key without a passphrase",
    cause:
      "Certificate and key do not make a pair. Set both; [client certificates](../network.md#client-certificates).",
  },
  otherLogin: {
    text: "The login in {file} is for another platform, so its key was not used.",
    cause:
      "The platform's command line is logged in somewhere else. Log in to this platform, or set the access key otherwise.",
  },
  badLogin: {
    text: "{file} was ignored, because it {problem}.",
    cause: "The login file is damaged, or of an unknown form.",
    remedy: "Log in again, or set the settings otherwise.",
  },
  sharedLogin: {
    text: "Other users may write {file}, and with it choose the platform and the access key of this run.",
    cause: "The permissions of the login file of the platform's command line.",
    remedy: "Run `chmod 600 {file}`.",
  },
  notConfigured: {
    text: `The ${packageName} provider is not configured: some of its settings are not known yet.`,
    cause: "A setting is an output that this preview does not know yet.",
    remedy: "Run pulumi up, or set them in the stack's configuration.",
  },
  insecure: {
    text: `${settingKey("insecureSkipTlsVerify")} is set: certificates are not verified, so an attacker on the network can read the access key.`,
    cause: "The setting accepts any certificate. It is for trials only.",
    remedy: `Unset it, and set ${settingKey("certificateAuthority")} to the authority of the platform's certificate.`,
  },
  otherAddress: {
    text: "The address of the platform changes from {before} to {now}. No object is moved, replaced or deleted for that.",
    cause:
      "The `Provider`, its `baseUrl` or the environment differs from the last run. [Changing the address](../settings.md#changing-the-address).",
    remedy:
      "If it is the same platform, run pulumi refresh. If it is another one, undo the change: refresh, updates and deletes of the objects made before fail there. To move a resource, give it the other Provider in the program and run pulumi up --replace with its URN.",
  },
  notPinned: {
    text: "The platform at {baseUrl} is not the one that platformId names: expected {expected}, found {found}.",
    cause: "The address leads to another platform. Nothing was read or written.",
    remedy: `Correct ${settingKey("baseUrl")}, or set ${settingKey("platformId")} to the identifier of the platform that the stack belongs to.`,
  },
  noReadsFirst: {
    text: `${settingKey("refreshKeys")} has no effect on dynamic resources: Pulumi does not read them before an update.`,
    cause: "The setting needs the plugin. Take it out, or [move](../migrate.md#from-dynamic-resources-to-the-plugin).",
    remedy: "Use pulumi up --refresh, or the plugin.",
  },
  noReadsYet: {
    text: `${settingKey("refreshKeys")} has no effect yet on keys that the state had before the setting: they were not read.`,
    cause: "Pulumi learns from a write or read of a key that it must read the key first.",
    remedy: "Run pulumi up, then pulumi refresh once.",
  },
});
