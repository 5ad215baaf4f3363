// Runs before every test file.
import fc from "fast-check";
import { isForeignVariable } from "./environment";

// The provider reads the environment of this process: no variable of the user may be in it.
for (const name of Object.keys(process.env)) if (isForeignVariable(name)) delete process.env[name];

// Few cases on a mutant, since thousands of mutants are tried.
fc.configureGlobal({ numRuns: process.env.MUTATION_TESTS ? 25 : 100 });

// Commands of the real engine take seconds, and on a busy machine even a platform or a plugin takes some to start.
jest.setTimeout(120_000);
