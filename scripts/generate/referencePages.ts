// All of docs/reference.
import { checks } from "../../cli/doctor/examine.js";
import { findingKinds } from "../../cli/drift/findingKinds.js";
import { commands } from "../../cli/main.js";
import { type CliCommand, exitCodeRows, optionRows } from "../../cli/program.js";
import { envName } from "../../provider/settingNames.js";
import { cell, code, header, nameOf, table } from "./markdown.js";
import { functionsPage, legend, resourcePage } from "./objectPages.js";
import type { Schema } from "./schemaTypes.js";

/** The texts of the pages by path. */
export function referencePages(schema: Schema): Record<string, string> {
  const resources = Object.keys(schema.resources).map((token): [string, string] => [
    nameOf(token),
    resourcePage(schema, token),
  ]);
  const pages: [name: string, text: string][] = [
    ["README", indexPage(schema)],
    ["configuration", configurationPage(schema)],
    ["commands", commandsPage()],
    ["functions", functionsPage(schema)],
    ...resources,
  ];
  return Object.fromEntries(pages.map(([name, text]) => [`docs/reference/${name}.md`, text]));
}

/** Facts about a command besides its options and exit codes. */
const facts: Record<string, string> = {
  doctor: table(
    ["check", "what it looks at"],
    checks.map(({ name, looksAt }) => [code(name), looksAt]),
  ),
  drift: table(
    ["kind of finding", "meaning", "what to do"],
    Object.entries(findingKinds).map(([name, { description, remedy }]) => [code(name), description, remedy]),
  ),
};

function commandsPage() {
  return [
    `${header}# Commands\n`,
    "The options and exit codes of `pulumi-vcluster-platform`, as `--help` shows them.\n",
    `Options of several commands:\n\n${optionTable(sharedOptions)}`,
    ...commands.map(commandSection),
  ].join("\n");
}

type Option = readonly [option: string, meaning: string];

const optionTable = (rows: readonly Option[]) =>
  table(
    ["option", "meaning"],
    rows.map(([option, meaning]) => [cell(code(option)), cell(meaning)]),
  );

const hasOption = (command: CliCommand, option: Option) =>
  optionRows(command).some((row) => row.join() === option.join());

/** The options that several commands have, with the same meaning. */
const sharedOptions = commands
  .flatMap((command, index) =>
    optionRows(command).filter((row) => !commands.slice(0, index).some((earlier) => hasOption(earlier, row))),
  )
  .filter((row) => commands.filter((command) => hasOption(command, row)).length > 1);

function commandSection(command: CliCommand) {
  const own = optionRows(command).filter((row) => !sharedOptions.some((shared) => shared.join() === row.join()));
  const shared = sharedOptions.filter((row) => hasOption(command, row)).map(([option]) => code(option));
  const codes = exitCodeRows(command).map(([exitCode, meaning]) => [exitCode, cell(meaning)]);
  const tables = [
    own.length > 0 && optionTable(own),
    `Also ${shared.join(", ")}.\n`,
    table(["exit code", "meaning"], codes),
    facts[command.name],
  ];
  return `## ${command.name}\n\n${command.summary}.\n\n${tables.filter(Boolean).join("\n")}`;
}

function configurationPage(schema: Schema) {
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

function indexPage(schema: Schema) {
  const rows = Object.entries(schema.resources).map(([token, { description }]) => [
    `[${nameOf(token)}](${nameOf(token)}.md)`,
    cell(firstSentence(description ?? "")),
  ]);
  const linksIn = (page: string, names: readonly string[]) =>
    names.map((name) => `[${name}](${page}.md#${name.toLowerCase().replace(" ", "-")})`).join(", ");
  return [
    `${header}# Reference\n`,
    table(["resource", ""], rows),
    `Functions: ${linksIn("functions", Object.keys(schema.functions).map(nameOf))}.\n`,
    `Commands: ${linksIn(
      "commands",
      commands.map(({ name }) => name),
    )}.\n`,
    "[Settings](configuration.md), [messages](../troubleshooting.md).\n",
    `## Marks\n\n${legend}`,
    howToRun,
  ].join("\n");
}

const firstSentence = (text: string) => /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;

const howToRun = `## How to run an example

Each example is a whole program. It needs \`VCLUSTER_PLATFORM_BASE_URL\` and \`VCLUSTER_PLATFORM_ACCESS_KEY\` ([all settings](configuration.md)).

| example | what the project needs |
|---|---|
| TypeScript, dynamic resources | the npm package \`pulumi-vcluster-platform\`, and no plugin |
| TypeScript, plugin; Python; Go | the plugin, and the SDK that \`pulumi package add\` generates |
| YAML | the plugin; the program is a whole project |

The two kinds of resources: [classes or plugin](../classes-or-plugin.md).
`;
