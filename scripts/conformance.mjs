// npm run conformance: what is known of real servers, request by request, against the embedded platform or any other server.
import path from "node:path";
import { readOptions, UsageError, usage } from "./conformance/options.js";
import { preflight } from "./conformance/preflight.js";
import { root } from "./setup/paths.js";
import { run } from "./setup/processes.js";
import { installPackages } from "./setup/workspace.js";
import { runMain } from "./setup.mjs";

const jest = path.join(root, "node_modules", "jest", "bin", "jest.js");
const reporter = path.join(root, "scripts", "conformance", "reporter.js");
const suite = ["--selectProjects", "unit", "--testPathPatterns", "emulator/conformance\\.test\\.ts$"];

/**
 * Runs the suite in jest, which prints through a reporter of its own.
 * @param {import("./conformance/options.js").Options} options
 */
async function conformance({ target, caFile }) {
  await installPackages();
  if (target) await preflight(target, caFile);
  const { code } = await run(process.execPath, [jest, ...suite, "--runInBand", "--reporters", reporter], {
    cwd: root,
    env: {
      ...process.env,
      ...(target && { CONFORMANCE_TARGET: JSON.stringify(target) }),
      ...(caFile && { NODE_EXTRA_CA_CERTS: caFile }),
    },
    show: true,
  });
  return code;
}

await runMain(async () => {
  try {
    const options = readOptions(process.argv.slice(2), process.env);
    if (options !== "help") return await conformance(options);
    console.log(usage);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
});
