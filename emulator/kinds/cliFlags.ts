/**
 * The names of the flag in `spec.scope` that opens read-only requests, both with the vendor's word in the middle:
 * `allowLoftCLI` as the specification spells it, section 2.4, and `allowLoftCli` as it is on that product's wire.
 */
export function cliFlags(apiVersion: string): readonly string[] {
  const [, label = ""] = apiVersion.split(/[./]/);
  const word = label.replace(/[^a-z0-9]/g, "");
  const start = `allow${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return [`${start}CLI`, `${start}Cli`];
}
