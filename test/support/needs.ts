import { accessSync, constants } from "node:fs";
import path from "node:path";

/**
 * `test` where a program is on PATH. Where it is not, the test is skipped under a title that says so, which the summary
 * of `npm test` shows and CI takes for a failure.
 */
export function testWith(program: string): (title: string, body: () => Promise<void>) => void {
  if (isOnPath(program)) return test;
  return (title, body) => test.skip(`${title} (skipped: no ${program})`, body);
}

function isOnPath(program: string): boolean {
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
