// Static checks: types, lint, format, direction of imports, generated files.
import path from "node:path";
import { compile } from "./setup/compile.js";
import { Failure } from "./setup/failure.js";
import { root } from "./setup/paths.js";
import { run } from "./setup/processes.js";
import { step } from "./setup/step.js";

const memory = "node_modules/.cache/pulumi-vcluster-platform/types.tsbuildinfo";

/** A program of node_modules and its arguments. */
interface Check {
  title: string;
  program: string;
  args: string[];
}

const checks: Check[] = [
  {
    title: "Types",
    program: "typescript/bin/tsc",
    args: ["--noEmit", "-p", "tsconfig.check.json", "--incremental", "--tsBuildInfoFile", memory],
  },
  { title: "Lint and format", program: "@biomejs/biome/bin/biome", args: ["check", "--error-on-warnings"] },
  {
    title: "Direction of imports",
    program: "dependency-cruiser/bin/dependency-cruise.mjs",
    args: ["provider", "sdk", "emulator", "cli"],
  },
  { title: "Generated files", program: "../scripts/run.js", args: ["generate", "--check"] },
];

/**
 * Runs all checks at once and shows the output of the failing ones.
 * @returns the titles of those that failed
 */
export async function check(): Promise<string[]> {
  const succeeded = await Promise.all(checks.map(succeeds));
  return checks.filter((_, index) => !succeeded[index]).map(({ title }) => title);
}

async function succeeds({ title, program, args }: Check): Promise<boolean> {
  const file = path.join(root, "node_modules", program);
  try {
    await step(title, async () => {
      const { code, output } = await run(process.execPath, [file, ...args], { cwd: root });
      if (code !== 0) throw new Failure(output.trim());
    });
    return true;
  } catch (error) {
    console.log(error instanceof Failure ? `${error.message}\n` : error);
    return false;
  }
}

/** The command `npm run check`. */
export async function main() {
  await compile();
  return (await check()).length > 0 ? 1 : 0;
}
