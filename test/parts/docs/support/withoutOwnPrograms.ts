import path from "node:path";
import { root } from "../../../support/environment";

/** An environment in which the programs of this package are not on the PATH, as on the machine of somebody who just begins. */
export function withoutOwnPrograms(env: Record<string, string>): Record<string, string> {
  const folders = (env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== path.join(root, "bin"));
  return { ...env, PATH: folders.join(path.delimiter) };
}
