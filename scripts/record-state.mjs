// npm run record-state: keeps what this version leaves in a state, so that tests see later versions take it over unchanged.
import path from "node:path";
import { root } from "./setup/paths.js";
import { run } from "./setup/processes.js";
import { runMain, setup } from "./setup.mjs";

const jest = path.join(root, "node_modules", "jest", "bin", "jest.js");
const config = path.join(root, "scripts", "record-state", "jest.config.js");

await runMain(async () => {
  const { env } = await setup();
  return (await run(process.execPath, [jest, "--config", config], { cwd: root, env, show: true })).code;
});
