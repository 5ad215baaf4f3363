import { load } from "js-yaml";
import * as z from "zod";
import { askNode } from "./askNode";

const text = z.string();
const environment = z.record(text, z.union([text, z.number(), z.boolean()]).transform(String)).default({});

// Strict: a workflow that uses what is not played here must not pass for played.
const step = z.strictObject({
  name: text.optional(),
  id: text.optional(),
  if: text.optional(),
  run: text.optional(),
  uses: text.optional(),
  with: environment,
  env: environment,
});
const job = z.strictObject({
  name: text.optional(),
  "runs-on": text,
  "timeout-minutes": z.int().optional(),
  permissions: z.record(text, z.enum(["read", "write"])),
  strategy: z.strictObject({ "fail-fast": z.boolean(), matrix: z.record(text, z.array(text).nonempty()) }),
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal("bash") }) }),
  steps: z.array(step).nonempty(),
});
const workflow = z.strictObject({
  name: text,
  on: z.strictObject({ schedule: z.array(z.strictObject({ cron: text })), workflow_dispatch: z.null() }),
  permissions: z.strictObject({}),
  concurrency: z.strictObject({ group: text, "cancel-in-progress": z.boolean() }),
  jobs: z.record(text, job),
});

/** A workflow file, with the conditions of its steps as GitHub completes them (`success() && …`), by job. */
export type GithubWorkflow = z.infer<typeof workflow> & { conditions: Record<string, string[]> };

/** A job of a workflow file. */
export type GithubJob = z.infer<typeof job>;

/** A step of a job. */
export type GithubStep = z.infer<typeof step>;

/** What GitHub's own parser has against a workflow, and the conditions of its steps. */
export async function checkedByGithub(
  source: string,
): Promise<Pick<GithubWorkflow, "conditions"> & { errors: string[] }> {
  return askNode("parseAsGithub.mjs", source);
}

/** Reads a workflow that GitHub's own parser accepts. */
export async function readGithubWorkflow(source: string): Promise<GithubWorkflow> {
  const { errors, conditions } = await checkedByGithub(source);
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return { ...workflow.parse(load(source)), conditions };
}
