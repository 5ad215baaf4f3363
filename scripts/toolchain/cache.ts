// Cache entries, created once per machine: made in a temporary folder and renamed when complete.
import fs from "node:fs";
import path from "node:path";
import { cacheFolder } from "../setup/paths.js";
import { onExit } from "../setup/processes.js";

const system = `${process.platform}-${process.arch}`;

/** The path of an entry. */
export const cached = (name: string) => path.join(cacheFolder(), `${name}-${system}`);

/** Uses an empty folder of the cache's file system, and removes it. */
export async function withScratch<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const making = path.join(cacheFolder(), "making");
  fs.mkdirSync(making, { recursive: true });
  const folder = fs.mkdtempSync(path.join(making, `${process.pid}-`));
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  const forget = onExit(remove);
  return use(folder).finally(() => {
    remove();
    forget();
  });
}

/**
 * Makes an entry unless it exists.
 * @param make fills an empty folder; false if it cannot, which leaves nothing
 */
export async function once(name: string, make: (folder: string) => Promise<boolean>): Promise<string | undefined> {
  const folder = cached(name);
  if (fs.existsSync(folder)) return folder;
  return withScratch(async (scratch) => {
    if (!(await make(scratch))) return undefined;
    try {
      fs.renameSync(scratch, folder);
    } catch (error) {
      // Another process may have made the same entry first.
      if (!fs.existsSync(folder)) throw error;
    }
    return folder;
  });
}
