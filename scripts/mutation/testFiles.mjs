import { filesIn } from "./filesIn.mjs";
import { leftOut } from "./leftOut.mjs";

/** The files of tests that are run on mutants: those whose names begin as MUTATION_TESTS says, separated by commas. */
export const testFiles = () =>
  filesIn("test/provider", ".test.ts")
    .filter((file) => !leftOut[file] || leftOut[file].tests)
    .filter((file) => (process.env.MUTATION_TESTS ?? "").split(",").some((start) => file.startsWith(start)));
