import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generatedSdk } from "../../../../scripts/setup/languages/generatedSdk.js";
import { pythonProgram } from "../../../../scripts/setup/languages/pythonTools.js";
import { testPath } from "../../../support/environment";
import { type ProgramFiles, projectName } from "../../../support/project";

/** A program in Python on the generated SDK. */
export const pythonFiles: ProgramFiles = {
  create: async (folder) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "Pulumi.yaml"), `name: ${projectName}\nruntime: python\n`);
    const sdk = generatedSdk("python") ?? "";
    const tools = path.dirname(pythonProgram() ?? "");
    return { PATH: [tools, testPath()].join(path.delimiter), PYTHONPATH: sdk };
  },
  write: (folder, source) => writeFileSync(path.join(folder, "__main__.py"), source),
};
