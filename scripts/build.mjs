// Compiles the clone, for `npm install` in it and for `npm pack`.

import { compile } from "./setup/workspace.js";
import { runMain } from "./setup.mjs";

await runMain(compile);
