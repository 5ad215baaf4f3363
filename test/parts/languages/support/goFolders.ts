import { execFileSync } from "node:child_process";
import { toolEnvironment } from "./toolEnvironment";

const folders = ["GOPATH", "GOCACHE", "GOMODCACHE"];

/** Where Go keeps what it compiled and downloaded: in the home folder, which a stack has of its own. */
export function goFolders(): Record<string, string> {
  return JSON.parse(execFileSync("go", ["env", "-json", ...folders], { env: toolEnvironment(), encoding: "utf8" }));
}
