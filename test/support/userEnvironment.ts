import path from "node:path";
import { root, testPath } from "./environment";

/** The environment of a user: no folder of this clone on PATH, and npm's usual cache. */
export const userEnvironment = {
  PATH: testPath()
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(root))
    .join(path.delimiter),
  npm_config_cache: process.env.npm_config_cache ?? path.join(process.env.HOME ?? "", ".npm"),
  npm_config_prefer_offline: "true",
  npm_config_update_notifier: "false",
};
