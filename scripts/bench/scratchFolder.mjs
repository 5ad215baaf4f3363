// Where a bench puts what it needs, and of which nothing may be left.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onExit } from "../setup/processes.js";

/** A new folder, which is gone when it is disposed of or this process ends. */
export function scratchFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-bench-"));
  // A command that was just killed may still write.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const forget = onExit(remove);
  return {
    folder,
    dispose: () => {
      remove();
      forget();
    },
  };
}
