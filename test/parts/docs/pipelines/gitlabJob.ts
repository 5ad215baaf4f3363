import { existsSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import * as z from "zod";
import { type CommandResult, runCommand } from "../../../support/command";

const text = z.string();
const lines = z.array(text).default([]);

// Strict: a pipeline that uses what is not played here must not pass for played.
const job = z.strictObject({
  stage: z.literal("test"),
  image: z.strictObject({ name: text, entrypoint: z.tuple([z.literal("")]) }),
  parallel: z.strictObject({ matrix: z.tuple([z.record(text, z.array(text).nonempty())]) }),
  rules: z.array(z.strictObject({ if: text })).nonempty(),
  timeout: text,
  before_script: lines,
  script: lines,
  allow_failure: z.strictObject({ exit_codes: z.array(z.int()) }).default({ exit_codes: [] }),
  artifacts: z.strictObject({
    when: z.literal("always"),
    expire_in: text,
    reports: z.strictObject({ junit: text }),
    paths: lines,
  }),
});
const pipeline = z.record(text, job);

/** A job of a pipeline file. */
export type GitlabJob = z.infer<typeof job>;

/** Where a job runs, with the project's variables in its environment. */
export interface GitlabRunner {
  /** The checked-out repository. */
  dir: string;
  env: Record<string, string>;
  /** Lines that are not run, since the repository is set up already. */
  notRun: readonly string[];
}

/** A job that is over; a `warning` is a failure that `allow_failure` allows. */
export interface PlayedGitlabJob {
  result: "success" | "warning" | "failed";
  printed: CommandResult;
  /** The lines that were not run. */
  notRun: string[];
  /** The files that GitLab would keep, by where it reads them. */
  kept: { junit: string[]; paths: string[] };
}

/** Reads the jobs of a pipeline file. */
export const readGitlabJobs = (source: string): Record<string, GitlabJob> => pipeline.parse(load(source));

/** Whether a job is in a pipeline that was started like this: `schedule`, `web`, `push`, … */
export function runsIn(job: GitlabJob, pipelineSource: string): boolean {
  return job.rules.some((rule) => {
    const [, wanted] = rule.if.match(/^\$CI_PIPELINE_SOURCE == "(\w+)"$/) ?? refuse(rule.if);
    return wanted === pipelineSource;
  });
}

/** Plays a job as GitLab's runner would with bash, for the first entry of each of its matrix's rows. */
export async function playGitlabJob(job: GitlabJob, runner: GitlabRunner): Promise<PlayedGitlabJob> {
  const all = [...job.before_script, ...job.script];
  const isRun = (line: string) => !runner.notRun.includes(line);
  const matrix = Object.entries(job.parallel.matrix[0]).map(([name, [first]]) => [name, String(first)]);
  const script = ["set -eo pipefail", "set +o noclobber", ...all.filter(isRun)].join("\n");
  const env = { ...runner.env, ...Object.fromEntries(matrix), CI: "true" };
  const printed = await runCommand("bash", ["-c", script], { cwd: runner.dir, env });
  const { reports, paths } = job.artifacts;
  const isThere = (file: string) => existsSync(path.join(runner.dir, file));
  return {
    result: resultOf(printed.exitCode, job),
    printed,
    notRun: all.filter((line) => !isRun(line)),
    kept: { junit: [reports.junit].filter(isThere), paths: paths.filter(isThere) },
  };
}

function resultOf(exitCode: number, { allow_failure: allowed }: GitlabJob): PlayedGitlabJob["result"] {
  if (exitCode === 0) return "success";
  return allowed.exit_codes.includes(exitCode) ? "warning" : "failed";
}

function refuse(what: string): never {
  throw new Error(`This runner does not play: ${what}`);
}
