import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { root } from "./environment";

/** Kept per clone, or not needed in one. */
const leftOut = new Set([".git", "node_modules", "coverage"]);

/** Another clone of this repo for pages whose setup writes to it. It shares the npm packages. */
export function freshClone(folder: string): string {
  const clone = path.join(folder, "clone");
  cpSync(root, clone, { recursive: true, filter: (source) => !leftOut.has(path.relative(root, source)) });
  const modules = (place: string) => path.join(place, "node_modules");
  mkdirSync(modules(clone));
  for (const name of readdirSync(modules(root)).filter((each) => each !== ".cache")) {
    symlinkSync(path.join(modules(root), name), path.join(modules(clone), name));
  }
  return clone;
}
