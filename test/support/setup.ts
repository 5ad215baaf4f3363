// Runs before every test file.
import fc from "fast-check";
import { isForeignVariable } from "./environment";

// The provider reads the environment of this process: no variable of the user may be in it.
for (const name of Object.keys(process.env)) if (isForeignVariable(name)) delete process.env[name];

// Few cases on a mutant, since thousands of mutants are tried.
fc.configureGlobal({ numRuns: process.env.MUTATION_TESTS ? 25 : 100 });

// Commands of the real engine take seconds; a unit test starts a platform or a plugin at most.
const usesEngine = /[\\/]test[\\/](e2e|parts)[\\/]/.test(expect.getState().testPath ?? "");
jest.setTimeout(usesEngine ? 120_000 : 60_000);
