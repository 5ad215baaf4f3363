import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { bin } from "../../../../package.json";
import { root } from "../../../support/environment";

/** The programs of this package, as `npm ci` leaves them in a project that depends on it. */
export function linkPrograms(dir: string): void {
  const folder = path.join(dir, "node_modules", ".bin");
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of Object.entries(bin)) symlinkSync(path.join(root, file), path.join(folder, name));
}
