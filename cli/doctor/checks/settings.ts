import {
  type Config,
  type ConfigField,
  type ConfigProblem,
  type ConfigSource,
  providerConfig,
} from "../../../provider/config";
import { envName } from "../../../provider/config/settingWords";
import { rulesOf } from "../../../provider/objects/fields";
import { Session } from "../../../provider/session";
import { reasonOf, resolvedSettings } from "../../orphans/sessionOf";
import type { Check, Facts, Finding } from "../check";
import { type Line, ok, problem, skipped, warning } from "../line";

const fields = Object.keys(providerConfig.shape) as ConfigField[];

/** Every setting, and where its value came from. */
export const settings: Check = {
  name: "settings",
  looksAt: "every setting: its value, unless it is secret, and where that came from",
  needs: [],
  run: (facts) => {
    const { explicit, machine } = facts;
    const resolved = resolvedSettings(explicit, machine.env, machine.files);
    if ("config" in resolved) return found(resolved);
    const problems = "problems" in resolved ? resolved.problems : [];
    return isKeyMissing(problems, facts) ? withoutKey(problems, facts) : { lines: linesWith(problems) };
  },
};

interface Resolved {
  readonly config: Config;
  readonly sources: Readonly<Record<ConfigField, ConfigSource>>;
}

const found = ({ config, sources }: Resolved): Finding => ({
  lines: fields.map((field) => lineOf(field, config, sources[field])),
  facts: { config, session: new Session(config) },
});

const isKeyMissing = (problems: readonly ConfigProblem[], { machine }: Facts): boolean =>
  problems.every(({ property }) => property === "accessKey") && !machine.env[envName("accessKey")];

/** Everything up to the connection can be looked at all the same: a stand-in shows where the other settings come from. */
function withoutKey(problems: readonly ConfigProblem[], { explicit, machine }: Facts): Finding {
  const resolved = resolvedSettings({ ...explicit, accessKey: "none" }, machine.env, machine.files);
  if (!("config" in resolved)) return { lines: linesWith(problems) };
  const { config, sources } = resolved;
  const rest = fields.filter((field) => field !== "accessKey").map((field) => lineOf(field, config, sources[field]));
  return { lines: [...rest, ...problems.map(problemLine)], facts: { config }, goesOn: true };
}

function linesWith(problems: readonly ConfigProblem[]): Line[] {
  const wrong = new Set(problems.map(({ property }) => property));
  const others = fields.filter((field) => !wrong.has(field));
  return [...problems.map(problemLine), ...others.map((field) => skipped("other settings come first", field))];
}

function problemLine(found: ConfigProblem): Line {
  const isUnauthorised = found.property === "accessKey";
  return { ...problem(reasonOf(found), "", found.property), ...(isUnauthorised && { isUnauthorised }) };
}

function lineOf(field: ConfigField, config: Config, source: ConfigSource): Line {
  const told = `${shownValue(field, config)}, ${sourceWords(field, source)}`;
  if (field !== "insecureSkipTlsVerify" || !config.insecureSkipTlsVerify) return ok(told, field);
  return warning(
    `${told}: nobody verifies that it is the platform that gets the key`,
    `Unset it and set ${envName("certificateAuthority")}.`,
    field,
  );
}

const hidden: ReadonlySet<string> = new Set(["certificateAuthority", "clientCertificate"]);

function shownValue(field: ConfigField, config: Config): string {
  const value = config[field];
  if (value === undefined || value === "") return "not set";
  if (rulesOf(providerConfig.shape[field]).secret) return "set (secret)";
  return hidden.has(field) ? "set (PEM)" : [value].flat().join(", ");
}

function sourceWords(field: ConfigField, source: ConfigSource): string {
  if (source === "environment") return `from ${envName(field)}`;
  if (source === "program") return "from an option";
  return source === "default" ? "by default" : `from ${source}`;
}
