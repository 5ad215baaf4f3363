// Runs before every test file.
import path from "node:path";
import fc from "fast-check";
import { propertyRuns } from "../../scripts/testing/effort.js";
import { isForeignVariable, root } from "./environment";

// The provider reads the environment of this process: no variable and no login file of the user may be in it.
for (const name of Object.keys(process.env)) if (isForeignVariable(name)) delete process.env[name];
process.env.HOME = path.join(root, "node_modules", ".cache", "pulumi-platform", "home");

fc.configureGlobal({ numRuns: propertyRuns(process.env) });

// Commands of the real engine take seconds, and on a busy machine even a platform or a plugin takes some to start.
jest.setTimeout(120_000);
