import { cpSync } from "node:fs";
import path from "node:path";
import { generatedSdk } from "../../../../scripts/setup/languages/generatedSdk.js";
import { createProject, type ProgramFiles, writeProgram } from "../../../support/project";

/** A program in TypeScript on the generated SDK. */
export const generatedTypescriptFiles: ProgramFiles = {
  create: async (folder) => {
    createProject(folder, "typescript");
    // A copy, so that it finds the program's own @pulumi/pulumi.
    const target = path.join(folder, "node_modules", "pulumi-platform-plugin");
    cpSync(generatedSdk("nodejs") ?? "", target, { recursive: true });
    return {};
  },
  write: (folder, source) => writeProgram(folder, "typescript", source),
};
