import {
  type Config,
  type ConfigField,
  type ConfigProblem,
  providerConfig,
  type ResolvedConfig,
  Session,
} from "../../../provider/cliFacade";
import { envName, settingKey } from "../../../provider/settingNames.js";
import { type Facts, type Line, ok, problem, type Result, skipped, warning } from "../check";
import { hasUndecrypted, originOf, settingsOf } from "../settings";
import { clearTextFields, isSecretField, type StackConfiguration } from "../stack";

const fields = Object.keys(providerConfig.shape) as ConfigField[];

/** Each setting with the source of its value. */
export function settings(facts: Facts): Result {
  const resolved = settingsOf(facts);
  if ("config" in resolved) {
    const { config } = resolved;
    return { lines: linesOf(resolved, facts), facts: { config, session: new Session(config) } };
  }
  const problems = "problems" in resolved ? resolved.problems : [];
  return isKeyMissing(problems, facts) ? withoutKey(problems, facts) : linesWith(problems);
}

type Resolved = Extract<ResolvedConfig, { config: Config }>;

const linesOf = (resolved: Resolved, facts: Facts): Line[] => fields.map((field) => lineOf(field, resolved, facts));

function isKeyMissing(problems: readonly ConfigProblem[], facts: Facts): boolean {
  if (problems.some(({ property }) => property !== "accessKey")) return false;
  return hasUndecrypted(facts) || !(facts.machine.env[envName("accessKey")] || facts.stack?.given.accessKey);
}

/** Without a key everything up to the connection can be checked, with a placeholder for the key. */
function withoutKey(problems: readonly ConfigProblem[], facts: Facts): Result {
  const resolved = settingsOf(facts, { accessKey: "none" });
  if (!("config" in resolved)) return linesWith(problems);
  const rest = linesOf(resolved, facts).filter(({ subject }) => subject !== "accessKey");
  return { lines: [...rest, ...problems.map(problemLine)], facts: { config: resolved.config }, continues: true };
}

function linesWith(problems: readonly ConfigProblem[]): Line[] {
  const wrong = new Set(problems.map(({ property }) => property));
  const others = fields.filter((field) => !wrong.has(field));
  const skippedLine = (field: ConfigField) => skipped("not checked: fix the settings above first", field);
  return [...problems.map(problemLine), ...others.map(skippedLine)];
}

function problemLine(found: ConfigProblem): Line {
  const isUnauthorized = found.property === "accessKey";
  const hint = found.property === "baseUrl" ? " Or give --base-url." : "";
  return { ...problem(`${found.reason}${hint}`, "", found.property), ...(isUnauthorized && { isUnauthorized }) };
}

function lineOf(field: ConfigField, { config, sources }: Resolved, facts: Facts): Line {
  const { stack } = facts;
  const origin = originOf(field, sources[field], facts);
  if (stack && clearTextFields(stack).includes(field)) return exposed(field, origin, stack);
  const told = `${stack?.secret.has(field) ? "set (secret)" : shownValue(field, config)}, ${origin}`;
  if (field !== "insecureSkipTlsVerify" || !config.insecureSkipTlsVerify) return ok(told, field);
  const what = `${told}: nobody verifies that it is the platform that gets the key`;
  return warning(what, `Unset it and set ${envName("certificateAuthority")}.`, field);
}

// Old versions of the file still have the value, so encrypting it is not enough.
const exposed = (field: ConfigField, origin: string, { name }: StackConfiguration): Line =>
  warning(
    `set, ${origin}: the configuration of stack ${name} holds it in clear text, for whoever gets to see that`,
    `Make a new one, and set it with "pulumi config set --secret ${settingKey(field)}".`,
    field,
  );

const hidden: ReadonlySet<string> = new Set(["certificateAuthority", "clientCertificate"]);

function shownValue(field: ConfigField, config: Config): string {
  const value = config[field];
  if (value === undefined || value === "") return "not set";
  if (isSecretField(field)) return "set (secret)";
  return hidden.has(field) ? "set (PEM)" : [value].flat().join(", ");
}
