// node scripts/run.js NAME [arguments]: runs scripts/NAME.ts, after npm ci in a fresh clone.
const { installPackages } = require("./setup/packages");

const [name = "", ...args] = process.argv.slice(2);
// npm has installed the packages when it calls `prepare`.
if (process.env.npm_lifecycle_event !== "prepare") installPackages();
require("tsx/cjs/api").register();
require("./setup/main").runMain(() => require(`./${name}`).main(args));
