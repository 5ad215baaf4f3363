// All of docs/reference.
import { examplesOf } from "./examples.mjs";
import { commandFile, commandPage } from "./pages/commandPages.mjs";
import { configurationPage } from "./pages/configurationPage.mjs";
import { functionPage } from "./pages/functionPage.mjs";
import { indexPage } from "./pages/indexPage.mjs";
import { nameOf } from "./pages/markdown.mjs";
import { messagesPage } from "./pages/messagesPage.mjs";
import { resourcePage } from "./pages/resourcePage.mjs";

/** @typedef {import("./schemaTypes.js").Schema} Schema */
/** @typedef {import("./pages/commandPages.mjs").Command} Command */
/** @typedef {import("./pages/commandPages.mjs").CommandWords} CommandWords */

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
