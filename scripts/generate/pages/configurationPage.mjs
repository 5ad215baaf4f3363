// The page of the provider's settings.
import { cell, header, table } from "./markdown.mjs";

/**
 * @param {import("../schemaTypes.js").Schema} schema
 * @param {(setting: string) => string} envName the environment variable of a setting
 */
export function configurationPage(schema, envName) {
  const rows = Object.entries(schema.config.variables).map(([key, property]) => [
    `\`vcluster-platform:${key}\``,
    `\`${envName(key)}\``,
    property.items ? `list of ${property.items.type}` : String(property.type),
    property.default === undefined ? "" : `\`${JSON.stringify(property.default)}\``,
    `${cell(property.description ?? "")}${property.secret ? " Secret." : ""}`,
  ]);
  return [
    `${header}# Configuration\n`,
    "A value is looked for in this order: an explicit `Provider` (plugin face) or the stack's configuration, the environment, the login file",
    "of the platform's command line (`~/.vcluster/config.json`, then `~/.loft/config.json`; read only), the default.\n",
    "The arguments of a `Provider` have the names after `vcluster-platform:`. A list is JSON, or words between commas.\n",
    table(["stack configuration", "environment", "type", "default", "meaning"], rows),
  ].join("\n");
}
