// Compiles the clone, for `npm install` in it and for `npm pack`: what is compiled is what the sources say, and no more.

import { compile } from "./setup/workspace.js";
import { runMain } from "./setup.mjs";

await runMain(compile);
