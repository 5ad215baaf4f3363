// npm run record-state: records this version's state, which later versions must take over
// unchanged.
import path from "node:path";
import { root } from "./setup/paths.js";
import { run } from "./setup/processes.js";
import { setup } from "./setup.js";

const jest = path.join(root, "node_modules", "jest", "bin", "jest.js");
const config = path.join(root, "scripts", "record-state", "jest.config.js");

/** The command `npm run record-state`. */
export async function main() {
  const { env } = await setup();
  return (await run(process.execPath, [jest, "--config", config], { cwd: root, env, show: true })).code;
}
