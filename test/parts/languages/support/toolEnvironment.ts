import { testPath } from "../../../support/environment";

/** The environment for the tools that make a program ready before Pulumi runs it: their caches are the user's own. */
export const toolEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, PATH: testPath() });
