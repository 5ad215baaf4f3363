import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives each test of a file a folder of its own that goes with it; returns how to name a file in it. */
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
    // Where a test is over or has not begun, the name alone would be one in the folder of the sources.
    if (folder === "") throw new Error(`There is no folder for "${name}": no test is running.`);
    return join(folder, name);
  };
}
