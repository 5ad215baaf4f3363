import { accessSync, constants } from "node:fs";
import path from "node:path";
import { testPath } from "./environment";

/**
 * `test` where a program is on PATH. Where it is not, the test is skipped under a name that says so, which the summary
 * of `npm test` shows and CI takes for a failure.
 */
export function testWith(program: string): (name: string, body: () => Promise<void>, timeout?: number) => void {
  if (has(program)) return test;
  return (name, body, timeout) => test.skip(`${name} (skipped: no ${program})`, body, timeout);
}

/** `describe` for tests that take minutes: they run in `npm run test:full` only. */
export const describeFull = process.env.TEST_FULL ? describe : describe.skip;

function has(program: string): boolean {
  return testPath()
    .split(path.delimiter)
    .some((folder) => isExecutable(path.join(folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
