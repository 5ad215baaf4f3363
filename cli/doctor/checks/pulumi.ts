import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Check } from "../check";
import { isOlder } from "../isOlder";
import { type Line, ok, problem, warning } from "../line";
import type { Machine } from "../machine";
import { oldestIn, ownPackage } from "../ownPackage";
import { programOnPath } from "../programOnPath";

const install = "Install it (https://www.pulumi.com/docs/install/) and put it on the PATH.";

/** Pulumi's own program. */
export const pulumi: Check = {
  name: "pulumi",
  looksAt: "the `pulumi` program on the PATH, and its version",
  needs: [],
  run: async ({ machine }) => {
    const file = programOnPath("pulumi", machine.env);
    return { lines: [file ? await versionLine(file, machine) : problem("there is no pulumi on the PATH", install)] };
  },
};

async function versionLine(file: string, machine: Machine): Promise<Line> {
  const version = await versionOf(file, machine);
  if (version === undefined) return problem(`${file} does not tell its version`, install);
  const oldest = oldestIn(ownPackage.peerDependencies?.["@pulumi/pulumi"]);
  if (!isOlder(version, oldest)) return ok(`Pulumi ${version} at ${file}`);
  return warning(`Pulumi ${version} at ${file} is older than the libraries need`, `Install ${oldest} or newer.`);
}

async function versionOf(file: string, { env, timeoutMs }: Machine): Promise<string | undefined> {
  try {
    // One that hangs may not listen to anything milder.
    const bounds = { timeout: timeoutMs, killSignal: "SIGKILL" } as const;
    const options = { env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" }, ...bounds };
    const { stdout } = await promisify(execFile)(file, ["version"], options);
    return /v?\d+\.\d+\.\d+\S*/.exec(stdout)?.[0];
  } catch {
    // What a program that is none says is of no use, and may be long.
    return undefined;
  }
}
