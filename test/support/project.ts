import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { linkPackages } from "../../scripts/setup/links.js";

/** The language of a test's program that needs no generated SDK. */
export type ProgramKind = "yaml" | "typescript";

/** How a project is made and its program written. */
export interface ProgramFiles {
  /** Writes the files beside the program; returns extra environment variables for its commands. */
  create: (folder: string) => Promise<Record<string, string>>;
  /** Writes the program. */
  write: (folder: string, source: string) => void;
}

/** Name of every test's project. */
export const projectName = "test";

const runtimes: Record<ProgramKind, string> = {
  yaml: "runtime: yaml\n",
  typescript: "runtime:\n  name: nodejs\n  options: { typescript: true, packagemanager: npm }\n",
};

const compilerOptions = {
  target: "ES2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
};

/** The files of a program in one of the languages that need no generated SDK. */
export const programFiles = (kind: ProgramKind): ProgramFiles => ({
  create: async (folder) => {
    createProject(folder, kind);
    return {};
  },
  write: (folder, source) => writeProgram(folder, kind, source),
});

/** Writes what a project needs besides its program. */
export function createProject(folder: string, kind: ProgramKind): void {
  mkdirSync(folder, { recursive: true });
  if (kind === "yaml") return;
  write(folder, "Pulumi.yaml", `name: ${projectName}\n${runtimes.typescript}`);
  write(folder, "package.json", JSON.stringify({ name: projectName, main: "index.ts" }));
  write(folder, "tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
  linkPackages(folder);
}

/** Writes the program: the text of `index.ts`, or of all that follows the head of `Pulumi.yaml`. */
export function writeProgram(folder: string, kind: ProgramKind, source: string): void {
  if (kind === "typescript") write(folder, "index.ts", source);
  else write(folder, "Pulumi.yaml", `name: ${projectName}\n${runtimes.yaml}${source}\n`);
}

function write(folder: string, name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}
