import type { JsonObject } from "../text/json";

const major = "1";
const minor = "34";

/** The version of Kubernetes that the platform imitates, marked as not being that server. */
export function versionInfo(): JsonObject {
  const gitVersion = `v${major}.${minor}.4+embedded-platform`;
  const { platform, arch, version } = process;
  return {
    major,
    minor,
    gitVersion,
    gitCommit: "",
    gitTreeState: "",
    buildDate: "",
    goVersion: "",
    compiler: `node ${version}`,
    platform: `${platform}/${arch}`,
  };
}
