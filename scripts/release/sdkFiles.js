// The SDKs that Pulumi generates of the schema, for programs that use the plugin.
const fs = require("node:fs");
const path = require("node:path");
const { generateSdk } = require("../setup/languages/generateSdk");
const { environmentFileOf } = require("../setup/paths");

/** @typedef {import("./tarball").ArchivedFile} ArchivedFile */

/** @typedef {import("../setup/languages/generateSdk").SdkLanguage} SdkLanguage */

/**
 * The languages, as Pulumi names them.
 * @type {SdkLanguage[]}
 */
const sdkLanguages = ["nodejs", "python", "go"];

/**
 * Generates the SDK of a language.
 * @param {string} clone a folder that is set up, since that obtained Pulumi and its language hosts
 * @param {SdkLanguage} language
 * @param {string} folder an empty one
 * @returns {Promise<ArchivedFile[]>}
 */
async function sdkFiles(clone, language, folder) {
  /** @type {string[]} */
  const tools = JSON.parse(fs.readFileSync(environmentFileOf(clone), "utf8")).path;
  const PATH = [...tools, process.env.PATH].join(path.delimiter);
  const schema = path.join(clone, "schema.json");
  return filesBelow(await generateSdk(language, schema, folder, { ...process.env, PATH }));
}

/**
 * @param {string} folder
 * @returns {ArchivedFile[]}
 */
function filesBelow(folder) {
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    return { name: path.relative(folder, file).split(path.sep).join("/"), content: fs.readFileSync(file) };
  });
}

module.exports = { sdkFiles, sdkLanguages };
