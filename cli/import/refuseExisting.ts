import { existsSync } from "node:fs";
import { isStdout } from "../stdout";

/** Refuses to go on where a file would be lost. */
export function refuseExisting(files: readonly string[]): void {
  const existing = files.filter((file) => !isStdout(file) && existsSync(file));
  if (existing.length === 0) return;
  const them = existing.length === 1 ? "it" : "them";
  throw new Error(
    `${existing.join(" and ")} exist${existing.length === 1 ? "s" : ""} already. Name another file, or overwrite ${them} with --force.`,
  );
}
