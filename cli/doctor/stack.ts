import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import * as z from "zod";
import { type ConfigField, isEngineKey, providerConfig, rulesOf, stackSettings } from "../../provider/cliFacade";
import { settingKey } from "../../provider/settingNames.js";
import { findStack, PulumiFailure, runPulumi } from "../pulumiProject";
import { jsonOf } from "../state/exportedState";
import type { Machine } from "./machine";

/** The provider's settings in the configuration of a stack. */
export interface StackConfiguration {
  readonly name: string;
  /** With organization and project. */
  readonly fullName: string;
  /** Values by field, secrets in clear text. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Encrypted fields. */
  readonly secret: ReadonlySet<string>;
  /** Encrypted fields that could not be decrypted. */
  readonly undecrypted: readonly ConfigField[];
  readonly decryptionError: string;
  /** Unknown keys in the provider's namespace. */
  readonly unknown: readonly string[];
}

const printed = z.record(z.string(), z.object({ value: z.string().optional(), secret: z.boolean().optional() }));

type Entries = z.infer<typeof printed>;

const namespace = settingKey("");
const fields = Object.keys(providerConfig.shape) as ConfigField[];

/**
 * Reads the configuration of a stack, by default of the selected one; undefined outside of a
 * project. Has no side effects.
 */
export async function configurationOf(
  stack: string | undefined,
  machine: Machine,
): Promise<StackConfiguration | undefined> {
  const found = await findStack(stack, machine);
  if (found === undefined) return undefined;
  const { folder, fullName, shownName } = found;
  const ask = (flag: string) => configOf(["config", "--json", flag, "--stack", fullName], machine);
  // First without decryption, so that a missing passphrase does not hide the base URL.
  const entries = await ask("--open");
  if (undecryptedIn(entries).length === 0) return stackConfiguration({ name: shownName, fullName }, entries, "");
  try {
    const file = wouldWriteSalt(folder, fullName);
    if (file) throw new PulumiFailure(`${file} holds no encryptionsalt, and Pulumi would write a new one`);
    return stackConfiguration({ name: shownName, fullName }, await ask("--show-secrets"), "");
  } catch (error) {
    if (!(error instanceof PulumiFailure)) throw error;
    return stackConfiguration({ name: shownName, fullName }, entries, error.message);
  }
}

async function configOf(args: readonly string[], machine: Machine): Promise<Entries> {
  const text = await runPulumi(args, machine);
  const parsed = printed.safeParse(jsonOf(text));
  if (!parsed.success) throw new PulumiFailure("pulumi config printed what is no configuration");
  return parsed.data;
}

const undecryptedIn = (entries: Entries): ConfigField[] =>
  fields.filter((field) => {
    const entry = entries[namespace + field];
    return entry !== undefined && entry.value === undefined;
  });

function stackConfiguration(
  names: Pick<StackConfiguration, "name" | "fullName">,
  entries: Entries,
  decryptionError: string,
): StackConfiguration {
  const ours = Object.keys(entries).filter((key) => key.startsWith(namespace));
  const isKnown = (key: string) => key in providerConfig.shape || isEngineKey(key);
  return {
    ...names,
    given: stackSettings({ get: (key) => entries[key]?.value }),
    secret: new Set(fields.filter((field) => entries[namespace + field]?.secret)),
    undecrypted: undecryptedIn(entries),
    decryptionError,
    unknown: ours.map((key) => key.slice(namespace.length)).filter((key) => !isKnown(key)),
  };
}

/** Whether a setting is secret. */
export const isSecretField = (field: ConfigField): boolean => rulesOf(providerConfig.shape[field]).secret === true;

/** Secret settings that a stack keeps unencrypted. */
export const clearTextFields = ({ given, secret }: StackConfiguration): ConfigField[] =>
  fields.filter((field) => isSecretField(field) && given[field] && !secret.has(field));

const endings = [".yaml", ".yml", ".json"];

/** Stacks outside of Pulumi Cloud, whose secrets are decrypted with the salt of their file. */
const ownBackend = /^(organization\/|[^/]+$)/;

/** The file of a stack to which Pulumi would add an encryptionsalt before it decrypts. */
function wouldWriteSalt(folder: string, fullName: string): string | undefined {
  if (!ownBackend.test(fullName)) return undefined;
  const files = endings.map((ending) => `Pulumi.${fullName.split("/").at(-1)}${ending}`);
  return files.find((file) => isWithoutSalt(join(folder, file)));
}

function isWithoutSalt(file: string): boolean {
  try {
    const text = readFileSync(file, "utf8");
    const quote = extname(file) === ".json" ? '"' : "";
    return !["encryptionsalt", "secretsprovider"].some((key) => text.includes(`${key}${quote}:`));
  } catch {
    // No file to write to.
    return false;
  }
}
