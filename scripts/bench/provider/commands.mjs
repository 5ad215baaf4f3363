// The commands of Pulumi that are measured.
import { readFileSync, writeFileSync } from "node:fs";
import { Failure, tail } from "../../setup/failure.js";
import { run } from "../../setup/processes.js";
import { createStack } from "../engineStack.mjs";
import { operationsAtOnce } from "./operationsAtOnce.mjs";

const quiet = ["--yes", "--skip-preview", "--suppress-progress", "--suppress-outputs"];
const parallel = ["--parallel", String(operationsAtOnce)];

/** @typedef {"create" | "refresh" | "update" | "delete"} Operation */

/** @type {Record<Operation, { says: string, verb: string }>} */
export const operations = {
  create: { says: "up creating", verb: "up" },
  refresh: { says: "refresh", verb: "refresh" },
  update: { says: "up changing one field of each", verb: "up" },
  delete: { says: "destroy", verb: "destroy" },
};

/** In the order in which a stack does them. */
export const allOperations = /** @type {readonly Operation[]} */ (Object.keys(operations));

/** @typedef {Awaited<ReturnType<typeof openStack>>} MeasuredStack */

/**
 * A stack whose commands are timed; nothing exists yet.
 * @param {{ baseUrl: string, accessKey: string }} platform
 * @param {number} count
 * @param {import("../engineStack.mjs").StackOptions} [options]
 */
export async function openStack(platform, count, options = {}) {
  // Otherwise most of the time goes into writing the state again and again.
  const stack = createStack(platform, count, { ...options, env: { PULUMI_SKIP_CHECKPOINTS: "true", ...options.env } });
  const pulumi = async (/** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env = {}) => {
    const { cwd, env: usual } = stack.place;
    const started = performance.now();
    const { code, output } = await run("pulumi", [...args, "--non-interactive"], { cwd, env: { ...usual, ...env } });
    const ms = performance.now() - started;
    if (code === 0) return ms;
    throw new Failure(`pulumi ${args.join(" ")} ended with ${code}:\n${tail(output)}`);
  };
  let changes = 0;
  try {
    await pulumi(["stack", "init", "bench"]);
  } catch (error) {
    stack.dispose();
    throw error;
  }
  const stateFile = stack.stateFile("bench");
  const empty = readFileSync(stateFile);
  return {
    dispose: stack.dispose,
    stateFile,
    /** Makes the stack forget what it has made. */
    forget: () => writeFileSync(stateFile, empty),
    preview: () => pulumi(["preview", ...parallel]),
    /**
     * Does what the operation says and yields how many milliseconds it took.
     * @param {Operation} operation
     * @param {NodeJS.ProcessEnv} [env]
     */
    run: (operation, env) => {
      if (operation === "update") stack.declare(`Changed for the ${++changes}. time`);
      return pulumi([operations[operation].verb, ...quiet, ...parallel], env);
    },
  };
}
