import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const files = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** The folder of the Pulumi project that a folder belongs to, there or above as Pulumi looks for it; undefined outside of one. */
export function projectFolder(from: string): string | undefined {
  const folder = resolve(from);
  if (files.some((file) => existsSync(join(folder, file)))) return folder;
  return dirname(folder) === folder ? undefined : projectFolder(dirname(folder));
}
