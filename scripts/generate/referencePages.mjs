// All of docs/reference.
import { examplesOf } from "./examples.mjs";
import { cell, header, nameOf, table } from "./markdown.mjs";
import { messagesPage } from "./messagesPage.mjs";
import { functionPage, resourcePage } from "./objectPages.mjs";

/** @typedef {import("./schemaTypes.js").Schema} Schema */

/**
 * The sources of the pages beside the schema: texts of the code and the folder with the examples.
 * @typedef {object} Sources
 * @property {string} root
 * @property {Record<string, import("./schemaTypes.js").ImportDocs>} imports by token
 * @property {(setting: string) => string} envName the environment variable of a setting
 * @property {readonly import("../../provider/messages/catalog.js").Section[]} catalog
 * @property {readonly Command[]} commands
 * @property {(command: Command) => CommandWords} wordsOf
 */

/**
 * @param {Schema} schema
 * @param {Sources} sources
 * @returns {Record<string, string>} texts by path
 */
export function referencePages(schema, { root, imports, envName, catalog, commands, wordsOf }) {
  const resources = Object.keys(schema.resources).map((token) => {
    const [docs, examples] = [imports[token], examplesOf(root, "resources", nameOf(token))];
    if (!docs) throw new Error(`Nothing says how ${token} is imported.`);
    return [`${nameOf(token)}.md`, resourcePage(schema, token, docs, examples)];
  });
  const functions = Object.keys(schema.functions).map((token) => {
    const examples = examplesOf(root, "functions", nameOf(token));
    return [`${nameOf(token)}.md`, functionPage(schema, token, examples)];
  });
  /** @type {string[][]} */
  const pages = [
    ["README.md", indexPage(schema, commands)],
    ["configuration.md", configurationPage(schema, envName)],
    ["messages.md", messagesPage(catalog)],
    ...resources,
    ...functions,
    ...commands.map((command) => [commandFile(command.name), commandPage(command, wordsOf(command))]),
  ];
  return Object.fromEntries(pages.map(([file, text = ""]) => [`docs/reference/${file}`, text]));
}

/**
 * @typedef {{ name: string, summary: string }} Command
 * @typedef {{ title: string, columns: string[], rows: string[][] }} FactTable
 * @typedef {[string, string][]} Rows
 * @typedef {{ rows: Rows, codes: Rows, facts?: FactTable | undefined }} CommandWords
 */

/** The guide of each command. */
const guides = /** @type {Record<string, string>} */ ({
  serve: "../local-platform.md",
  drift: "../detect-drift.md",
  orphans: "../orphans.md",
  doctor: "../install.md#check-the-installation",
  import: "../import.md",
});

/** @param {string} name */
const commandFile = (name) => `pulumi-vcluster-platform-${name}.md`;

/**
 * @param {Command} command
 * @param {CommandWords} words
 */
function commandPage({ name, summary }, { rows, codes, facts }) {
  const guide = guides[name];
  if (!guide) throw new Error(`No guide is named for the command ${name}.`);
  return [
    `${header}# pulumi-vcluster-platform ${name}\n\n${summary}. [Guide](${guide}).\n`,
    `Usage: \`pulumi-vcluster-platform ${name} [options]\`.\n`,
    `## Options\n\n${table(
      ["option", "meaning"],
      rows.map(([option, meaning]) => [cell(`\`${option}\``), cell(meaning)]),
    )}`,
    `## Exit codes\n\n${table(
      ["code", "meaning"],
      codes.map(([code, meaning]) => [code, cell(meaning)]),
    )}`,
    ...(facts ? [`## ${facts.title}\n\n${table(facts.columns, facts.rows)}`] : []),
  ].join("\n");
}

/**
 * @param {import("./schemaTypes.js").Schema} schema
 * @param {(setting: string) => string} envName the environment variable of a setting
 */
function configurationPage(schema, envName) {
  const rows = Object.entries(schema.config.variables).map(([key, property]) => [
    `\`vcluster-platform:${key}\``,
    `\`${envName(key)}\``,
    property.items ? `list of ${property.items.type}` : String(property.type),
    property.default === undefined ? "" : `\`${JSON.stringify(property.default)}\``,
    `${cell(property.description ?? "")}${property.secret ? " Secret." : ""}`,
  ]);
  return [
    `${header}# Configuration\n`,
    "A value is looked for in this order: an explicit `Provider` (plugin) or the stack's configuration, the environment, the login file",
    "of the platform's command line (`~/.vcluster/config.json`, then `~/.loft/config.json`; read only), the default.\n",
    "The arguments of a `Provider` have the names after `vcluster-platform:`. A list is JSON, or words between commas.\n",
    table(["stack configuration", "environment", "type", "default", "meaning"], rows),
  ].join("\n");
}

/**
 * @param {import("./schemaTypes.js").Schema} schema
 * @param {readonly Command[]} commands
 */
function indexPage(schema, commands) {
  const rowsOf = (/** @type {Record<string, { description?: string }>} */ specs) =>
    Object.entries(specs).map(([token, { description = "" }]) => [
      `[${nameOf(token)}](${nameOf(token)}.md)`,
      cell(firstSentence(description)),
    ]);
  const commandRows = commands.map(({ name, summary }) => [
    `[pulumi-vcluster-platform ${name}](${commandFile(name)})`,
    summary,
  ]);
  return [
    `${header}# Reference\n`,
    "The provider's settings are in [Configuration](configuration.md), its messages in [Messages](messages.md).\n",
    `## Resources\n\n${table(["resource", ""], rowsOf(schema.resources))}`,
    `## Functions\n\n${table(["function", ""], rowsOf(schema.functions))}`,
    `## Commands\n\n${table(["command", ""], commandRows)}`,
    howToRun,
  ].join("\n");
}

/** @param {string} text */
const firstSentence = (text) => /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;

const howToRun = `## How to run an example

Each example is a whole program, and the same objects in every language. It needs a platform to talk to: \`VCLUSTER_PLATFORM_BASE_URL\` and
\`VCLUSTER_PLATFORM_ACCESS_KEY\` say which and as whom ([all settings](configuration.md)).

| example | what the project needs |
|---|---|
| TypeScript, dynamic resources | the npm package \`pulumi-vcluster-platform\`, and no plugin |
| TypeScript, plugin | the plugin, and the SDK that \`pulumi package add\` generates: \`pulumi-vcluster-platform-plugin\` |
| Python, Go | the plugin, and the SDK that \`pulumi package add\` generates |
| YAML | the plugin; the program is a whole project |

What the two kinds of resources differ in: [classes or plugin](../classes-or-plugin.md).
`;
