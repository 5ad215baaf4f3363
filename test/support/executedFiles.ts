import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./environment";

/** The code of `provider/` that ran. */
export interface Executed {
  /** Paths below `provider/`. */
  readonly files: string[];
  readonly functions: number;
}

const folder = `${pathToFileURL(path.join(root, "provider"))}/`;

/** Whether it is the code outside all functions, or jest's function around it. */
const isModule = ({ functionName, ranges: [whole] }: Profiler.FunctionCoverage) =>
  whole?.startOffset === 0 || functionName === "Object.<anonymous>";

const didRun = (each: Profiler.FunctionCoverage) => !isModule(each) && each.ranges.some(({ count }) => count > 0);

/** Counts of the functions of this process. */
export interface Coverage {
  /** The code that runs during an operation. */
  of(operation: () => Promise<unknown>): Promise<Executed>;
  stop(): Promise<void>;
}

/** Starts to count, before the provider is loaded: V8 misses some functions of older code. */
export async function startCoverage(): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return {
    of: async (operation) => {
      // Each answer resets the counts.
      await session.post("Profiler.takePreciseCoverage");
      await operation();
      return executedIn((await session.post("Profiler.takePreciseCoverage")).result);
    },
    stop: async () => {
      await session.post("Profiler.stopPreciseCoverage");
      session.disconnect();
    },
  };
}

function executedIn(scripts: readonly Profiler.ScriptCoverage[]): Executed {
  const ran = scripts
    .filter(({ url }) => url.startsWith(folder))
    .map(({ url, functions }) => ({ url, functions: functions.filter(didRun).length }))
    .filter(({ functions }) => functions > 0);
  return {
    files: ran.map(({ url }) => url.slice(folder.length)).sort(),
    functions: ran.reduce((sum, { functions }) => sum + functions, 0),
  };
}
