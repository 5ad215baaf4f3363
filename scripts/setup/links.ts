// Links instead of `npm install` in a TypeScript project, so that it runs the code of this clone.
import fs from "node:fs";
import path from "node:path";
import { root } from "./paths.js";

const packages: Record<string, string> = {
  "pulumi-vcluster-platform": ".",
  "@pulumi/policy": "node_modules/@pulumi/policy",
  "@pulumi/pulumi": "node_modules/@pulumi/pulumi",
  "@types/node": "node_modules/@types/node",
  typescript: "node_modules/typescript",
};

/** Installs this clone and what its users need beside it into a project. */
export function linkPackages(project: string) {
  for (const [name, target] of Object.entries(packages)) {
    const link = path.join(project, "node_modules", name);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.symlinkSync(path.join(root, target), link, "junction");
  }
}
