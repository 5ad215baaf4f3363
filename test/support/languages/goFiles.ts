import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { generatedSdk } from "../../../scripts/setup/languages/generatedSdk.js";
import { goCompilation, goProject } from "../../../scripts/setup/languages/goProject.js";
import { type ProgramFiles, projectName } from "../project";
import { toolEnvironment } from "./toolEnvironment";

/** Where Go keeps what it compiled and downloaded: in the home folder, which a stack has of its own. */
const folders = ["GOPATH", "GOCACHE", "GOMODCACHE"];

/** A program in Go on the generated SDK, compiled once and not in every command, which takes seconds. */
export const goFiles: ProgramFiles = {
  create: async (folder) => {
    goProject(folder, generatedSdk("go") ?? "");
    const text = execFileSync("go", ["env", "-json", ...folders], { env: toolEnvironment(), encoding: "utf8" });
    return JSON.parse(text);
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
