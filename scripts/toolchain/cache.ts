// Cache entries, created once per machine: built in a temporary folder and renamed when complete.
import fs from "node:fs";
import path from "node:path";
import { cacheFolder } from "../setup/paths.js";
import { onExit } from "../setup/processes.js";

const system = `${process.platform}-${process.arch}`;

/** The path of an entry. */
export const cached = (name: string) => path.join(cacheFolder(), `${name}-${system}`);

/**
 * Makes an entry unless it exists; a maker that yields false leaves nothing.
 * @param make fills an empty folder
 */
export async function once(name: string, make: (folder: string) => Promise<boolean>): Promise<string | undefined> {
  const folder = cached(name);
  if (fs.existsSync(folder)) return folder;
  const aside = path.join(cacheFolder(), "making", `${process.pid}-${path.basename(folder)}`);
  const remove = () => fs.rmSync(aside, { recursive: true, force: true });
  fs.mkdirSync(aside, { recursive: true });
  const keep = onExit(remove);
  try {
    if (!(await make(aside))) return undefined;
    fs.renameSync(aside, folder);
  } catch (error) {
    // Another process may have made the same entry first.
    if (!fs.existsSync(folder)) throw error;
  } finally {
    remove();
    keep();
  }
  return folder;
}
