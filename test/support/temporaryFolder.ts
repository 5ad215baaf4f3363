import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives each test a temporary folder and deletes it; returns a function that names its files. */
export function temporaryFolder(): (name: string) => string {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-vcluster-platform-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    folder = "";
  });
  return (name) => {
    // Outside a test, the name alone would be a path in the source folder.
    if (folder === "") throw new Error(`There is no folder for "${name}": no test is running.`);
    return join(folder, name);
  };
}
