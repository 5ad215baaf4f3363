// The cost of a provider in TypeScript before its first line: Pulumi's SDK and the loader of its language host.
const path = require("node:path");

// The host's own choice; its declarations leave it out.
/** @type {any} */
const { typeScriptRequireStrings } = require(path.join(path.dirname(require.resolve("@pulumi/pulumi")), "tsutils.js"));

const { typescriptRequire, tsnodeRequire } = typeScriptRequireStrings();
// By full paths, as the host does.
const [compiler, loader] = [typescriptRequire, tsnodeRequire].map((name) => require.resolve(name));
require(/** @type {string} */ (loader)).register({ compiler, transpileOnly: true, skipProject: true });
require("@pulumi/pulumi");
process.stdout.write("loaded\n");
