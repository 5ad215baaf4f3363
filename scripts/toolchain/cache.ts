// Cache entries, created once per machine: made in a temporary folder and renamed when complete.
import fs from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { takeLock } from "../../emulator/store/fileLock.js";
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

const pollMs = 200;

/** Does the work while no other process does work on this entry. */
export async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  fs.mkdirSync(cacheFolder(), { recursive: true });
  let release = await takeLock(cached(name));
  if (!release) console.log(`  Another process makes ${name}: waiting for it.`);
  while (!release) {
    await setTimeout(pollMs);
    release = await takeLock(cached(name));
  }
  return work().finally(release);
}

/**
 * Makes an entry unless it exists.
 * @param make fills an empty folder; false if it cannot, which leaves nothing
 */
export async function once(name: string, make: (folder: string) => Promise<boolean>): Promise<string | undefined> {
  const folder = cached(name);
  if (fs.existsSync(folder)) return folder;
  return alone(name, () =>
    withScratch(async (scratch) => {
      if (fs.existsSync(folder)) return folder;
      if (!(await make(scratch))) return undefined;
      try {
        fs.renameSync(scratch, folder);
      } catch (error) {
        // The lock does not reach another container, which may have made the same entry first.
        if (!fs.existsSync(folder)) throw error;
      }
      return folder;
    }),
  );
}
