import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type CommandResult, runCommand } from "../../../support/command";
import { commandFile } from "./commandFile";
import { evaluate, interpolated } from "./githubExpressions";
import type { GithubStep, GithubWorkflow } from "./githubWorkflow";

/** Where a job runs, and what the repository has set for it. */
export interface GithubRunner {
  /** The checked-out repository. */
  dir: string;
  env: Record<string, string>;
  vars: Record<string, string>;
  secrets: Record<string, string>;
  /** Commands of `run:` that are not run, since the repository is set up already. */
  notRun: readonly string[];
}

/** What became of a step; `not run` is one that GitHub would run and this runner does not: every action, and what it was told. */
export type StepOutcome = "success" | "failure" | "skipped" | "not run";

/** A step that is over. */
export interface PlayedStep {
  name: string;
  outcome: StepOutcome;
  /** What it printed; null where nothing ran. */
  printed: CommandResult | null;
  /** Inputs of an action, with values in place of expressions. */
  with: Record<string, string>;
}

/** A job that is over. */
export interface PlayedJob {
  result: "success" | "failure";
  steps: PlayedStep[];
  /** The job's summary: what its steps wrote to `GITHUB_STEP_SUMMARY`. */
  summary: string;
}

/** What expressions of a job see. */
interface Contexts {
  [name: string]: unknown;
  steps: Record<string, { outputs: Record<string, string>; outcome: string; conclusion: string }>;
  env: Record<string, string>;
}

/** A job that runs. */
interface Play {
  contexts: Contexts;
  played: PlayedJob;
  runner: GithubRunner;
}

/** The files by which a step talks to GitHub. */
const files = ["GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_STEP_SUMMARY"] as const;

/**
 * Plays a job of a workflow as GitHub would, for the first entry of each of its matrix's rows: conditions, expressions, environment,
 * outputs, summary and result. Commands of `run:` really run; actions are only told of.
 */
export async function playGithubJob(workflow: GithubWorkflow, id: string, runner: GithubRunner): Promise<PlayedJob> {
  const job = workflow.jobs[id] ?? refuse(`job ${id}`);
  const rows = Object.entries(job.strategy.matrix);
  const matrix = Object.fromEntries(rows.map(([name, [first]]) => [name, first]));
  const contexts: Contexts = { vars: runner.vars, secrets: runner.secrets, matrix, steps: {}, env: {} };
  const played: PlayedJob = { result: "success", steps: [], summary: "" };
  for (const [index, step] of job.steps.entries()) {
    const condition = workflow.conditions[id]?.[index] ?? refuse(`condition of step ${index}`);
    await playStep(step, condition, { contexts, played, runner });
  }
  return played;
}

async function playStep(step: GithubStep, condition: string, play: Play): Promise<void> {
  const { contexts, played, runner } = play;
  const failed = played.result === "failure";
  const told = { name: step.name ?? step.uses ?? step.run ?? refuse("nothing to do"), printed: null, with: {} };
  const [answer] = await evaluate([condition], contexts, failed);
  if (!answer?.truthy) return conclude(step, { ...told, outcome: "skipped" }, {}, play);
  if (step.run === undefined || runner.notRun.includes(step.run)) {
    const inputs = await interpolated(step.with, contexts, failed);
    return conclude(step, { ...told, outcome: "not run", with: inputs }, {}, play);
  }
  const env = { ...runner.env, ...contexts.env, ...(await interpolated(step.env, contexts, failed)) };
  const { printed, written } = await runScript(step.run, runner.dir, env);
  Object.assign(contexts.env, commandFile(written.GITHUB_ENV));
  played.summary += written.GITHUB_STEP_SUMMARY;
  const outcome = printed.exitCode === 0 ? "success" : "failure";
  conclude(step, { ...told, outcome, printed }, commandFile(written.GITHUB_OUTPUT), play);
}

/** Runs a script as `shell: bash` does. */
async function runScript(script: string, dir: string, env: Record<string, string>) {
  if (script.includes("${{")) refuse("an expression in a script");
  const folder = mkdtempSync(path.join(env.TMPDIR ?? refuse("no TMPDIR"), "step-"));
  const inFolder = (name: string) => path.join(folder, name);
  writeFileSync(inFolder("script.sh"), script);
  for (const file of files) writeFileSync(inFolder(file), "");
  const places = Object.fromEntries(files.map((file) => [file, inFolder(file)]));
  const args = ["--noprofile", "--norc", "-eo", "pipefail", inFolder("script.sh")];
  const printed = await runCommand("bash", args, { cwd: dir, env: { ...env, ...places } });
  const written = Object.fromEntries(files.map((file) => [file, readFileSync(inFolder(file), "utf8")]));
  return { printed, written: written as Record<(typeof files)[number], string> };
}

function conclude(
  step: GithubStep,
  over: PlayedStep,
  outputs: Record<string, string>,
  { contexts, played }: Play,
): void {
  played.steps.push(over);
  if (over.outcome === "failure") played.result = "failure";
  const outcome = over.outcome === "not run" ? "success" : over.outcome;
  if (step.id !== undefined) contexts.steps[step.id] = { outputs, outcome, conclusion: outcome };
}

function refuse(what: string): never {
  throw new Error(`This runner does not play a job with ${what}`);
}
