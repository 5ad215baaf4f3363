import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./environment";

/** A text in a built file, and what takes its place. */
export interface Replacement {
  file: string;
  text: string;
  by: string;
}

/** A copy of the built package, whose dependencies are behind a link as pnpm makes them. */
export function linkedPackage(): { folder: string; dispose: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-linked-"));
  for (const part of ["bin", "dist", "package.json", "schema.json"]) {
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"), "junction");
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Such a copy in which something is broken on purpose. */
export function patchedPackage({ file, text, by }: Replacement): { folder: string; dispose: () => void } {
  const { folder, dispose } = linkedPackage();
  const patched = path.join(folder, file);
  const before = readFileSync(patched, "utf8");
  if (before.split(text).length !== 2) throw new Error(`${file} does not hold once: ${text}`);
  writeFileSync(
    patched,
    before.replace(text, () => by),
  );
  // The bundle was made of what it was before.
  writeFileSync(path.join(folder, "dist", "plugin.js"), 'require("./provider/index.js");');
  return { folder, dispose };
}
