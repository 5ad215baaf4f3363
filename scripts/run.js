// node scripts/run.js NAME [arguments]: runs scripts/NAME.ts, after npm ci in a fresh clone.
const { installPackages } = require("./setup/packages");

const [name = "", ...args] = process.argv.slice(2);
const { npm_lifecycle_event: script, npm_command: command = "" } = process.env;
// `npm install` calls `prepare` when the packages are there, but not yet its record of them.
if (script !== "prepare" || ["pack", "publish"].includes(command)) installPackages();
require("tsx/cjs/api").register();
require("./setup/main").runMain(() => require(`./${name}`).main(args));
