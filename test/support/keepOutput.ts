import path from "node:path";
import { root } from "./environment";

/** An environment in which every Node.js process copies its own output to files in the folder. */
export function keepOutput(folder: string): Record<string, string> {
  const hook = path.join(root, "test", "support", "keepOutputHook.cjs");
  return { NODE_OPTIONS: `--require=${JSON.stringify(hook)}`, KEPT_OUTPUT_FOLDER: folder };
}
