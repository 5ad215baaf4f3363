/** A setting with a bad value, its variable of the environment, the error and the command that sets it. */
export interface BadSetting {
  readonly field: string;
  readonly value: string;
  readonly variable: string;
  readonly problem: string;
  readonly command: string;
}

/** Part of each value; no message may contain it. */
export const neverShown = "hunter22";

const boolean = "it must be true or false";
const noCertificate = "it is no PEM certificate";
const noKey = "it has characters that no access key has, such as a space or a line break";
const secrets = ["accessKey", "clientKey"];

const rows: [field: string, value: string, problem: string][] = [
  ["baseUrl", `https://me:${neverShown}@platform.test`, "the URL holds credentials"],
  ["accessKey", `${neverShown} and more`, noKey],
  ["vendor", `https://${neverShown}`, "it is no DNS domain in lower case"],
  ["cliScopeField", `allow-${neverShown}`, "it is no field name"],
  ["conflictPolicy", neverShown, "it must be one of merge, overwrite, fail"],
  ["serverSideDryRun", neverShown, boolean],
  ["refreshKeys", neverShown, boolean],
  ["insecureSkipTlsVerify", neverShown, boolean],
  ["certificateAuthority", `/etc/${neverShown}.pem`, noCertificate],
  ["clientCertificate", `/etc/${neverShown}.pem`, noCertificate],
  ["clientKey", `/etc/${neverShown}.pem`, "it is no private key in PEM form"],
  ["projectNamespacePrefixes", `p-,${neverShown}_`, "entry 2 is no beginning of a namespace's name"],
];

/** Every setting but ownerId, which takes any text. */
export const badSettings: readonly BadSetting[] = rows.map(([field, value, problem]) => {
  const variable = `PLATFORM_${field.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
  const flag = secrets.includes(field) ? "--secret " : "";
  const example = field === "baseUrl" ? "https://…" : "…";
  return { field, value, variable, problem, command: `pulumi config set ${flag}platform:${field} ${example}` };
});

/** The errors of all bad settings, by where they come from and with the remedy. */
export const problemsOf = (origin: (setting: BadSetting) => string, remedy: (setting: BadSetting) => string) =>
  badSettings
    .map(
      (setting) => `${setting.field}, from ${origin(setting)}, cannot be used: ${setting.problem}. ${remedy(setting)}`,
    )
    .sort();

/** The remedy for the configuration of the stack. */
export const runCommand = ({ command, variable }: BadSetting) => `Run "${command}" or set ${variable}.`;
