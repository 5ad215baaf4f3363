import { systemFiles } from "../../provider/config/config";
import type { Files } from "../../provider/config/login";

/** What the checks look at of this machine. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly files: Files;
  readonly nodeVersion: string;
  /** The folder whose packages a program would use, and whose Pulumi project is meant. */
  readonly cwd: string;
  /** How long one request, or one program, may take. */
  readonly timeoutMs: number;
  now(): number;
}

/** The machine that this runs on. */
export const thisMachine = (cwd: string): Machine => ({
  env: process.env,
  files: systemFiles,
  nodeVersion: process.versions.node,
  cwd,
  timeoutMs: 15_000,
  now: Date.now,
});
