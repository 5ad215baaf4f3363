import { accessSync, constants } from "node:fs";
import path from "node:path";

type Test = (title: string, body: () => Promise<void>) => void;

/**
 * `test` if its precondition holds. Otherwise the test is skipped under a title that says so.
 * The summary of `npm test` shows it, and CI treats it as a failure.
 */
export function testIf(isThere: boolean, need: string): Test {
  if (isThere) return test;
  return (title, body) => test.skip(`${title} (skipped: no ${need})`, body);
}

/** `test` where a program is on PATH. */
export function testWith(program: string): Test {
  return testIf(isOnPath(program), program);
}

/** Whether a program is on PATH. */
export function isOnPath(program: string): boolean {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.some((folder) => isExecutable(path.join(folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
