import { readdirSync } from "node:fs";
import path from "node:path";

/**
 * The files of a folder and its subfolders whose names end so, in order.
 * @param {string} folder
 * @param {string} ending
 */
export const filesIn = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/")));
