import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { generatedSdk } from "../../../../scripts/setup/languages/generatedSdk.js";
import { goCompilation, goProject } from "../../../../scripts/setup/languages/goProject.js";
import { type ProgramFiles, projectName } from "../../../support/project";
import { goFolders } from "./goFolders";
import { toolEnvironment } from "./toolEnvironment";

/** A program in Go on the generated SDK, compiled once and not in every command, which takes seconds. */
export const goFiles: ProgramFiles = {
  create: async (folder) => {
    goProject(folder, generatedSdk("go") ?? "");
    return goFolders();
  },
  write: (folder, source) => {
    writeFileSync(path.join(folder, "main.go"), source);
    const { args, binary, env } = goCompilation(folder, toolEnvironment());
    const { status } = spawnSync("go", args, { cwd: folder, env });
    // What does not compile is left to Pulumi, which says why.
    const runtime = status === 0 ? `{ name: go, options: { binary: ${JSON.stringify(binary)} } }` : "go";
    writeFileSync(path.join(folder, "Pulumi.yaml"), `name: ${projectName}\nruntime: ${runtime}\n`);
  },
};
