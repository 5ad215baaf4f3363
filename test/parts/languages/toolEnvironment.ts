import { execFileSync } from "node:child_process";
import { testPath } from "../../support/environment";

/** The environment of tools that prepare a program for Pulumi. They use the user's caches. */
export const toolEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, PATH: testPath() });

/** Go's caches in the user's home, because a stack has a home of its own. */
export function goFolders(): Record<string, string> {
  const args = ["env", "-json", "GOPATH", "GOCACHE", "GOMODCACHE"];
  return JSON.parse(execFileSync("go", args, { env: toolEnvironment(), encoding: "utf8" }));
}
