// The page that all other pages of the reference are found from.
import { commandFile } from "./commandPages.mjs";
import { cell, header, nameOf, table } from "./markdown.mjs";

/**
 * @param {import("../schemaTypes.js").Schema} schema
 * @param {readonly import("./commandPages.mjs").Command[]} commands
 */
export function indexPage(schema, commands) {
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
    "The provider's settings are in [Configuration](configuration.md).\n",
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
