// node scripts/run.js NAME [arguments]: runs scripts/NAME.ts, and installs the packages of a fresh clone before.
const { installPackages } = require("./setup/packages");

const [name = "", ...args] = process.argv.slice(2);
// npm has installed the packages when it calls `prepare`.
if (process.env.npm_lifecycle_event !== "prepare") installPackages();
require("tsx/cjs/api").register();
require("./setup/main").runMain(() => require(`./${name}`).main(args));
