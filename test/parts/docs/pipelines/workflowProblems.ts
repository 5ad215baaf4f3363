import { load } from "js-yaml";
import * as z from "zod";

const text = z.string();
const settings = z.record(text, z.unknown()).default({});
const permissions = z.record(text, z.enum(["read", "write"]));
const step = z.strictObject({
  name: text.optional(),
  uses: text.optional(),
  run: text.optional(),
  with: settings,
  env: settings,
  "working-directory": text.optional(),
});
const job = z.looseObject({
  permissions: permissions.optional(),
  "runs-on": text,
  "timeout-minutes": z.int().optional(),
  env: settings,
  steps: z.array(step).nonempty(),
});
const workflow = z.looseObject({
  on: z.record(text, z.unknown()),
  permissions: permissions.optional(),
  env: settings,
  jobs: z.record(text, job),
});

type Job = z.infer<typeof job>;
type Rule = (job: Job) => string | false | undefined;

/** Events that start a workflow with its repository's rights, but for what somebody else wrote. */
const foreignEvents = [
  "pull_request_target",
  "workflow_run",
  "issue_comment",
  "issues",
  "discussion",
  "repository_dispatch",
];

const pinned = /^[\w.-]+\/[\w.-]+(\/[\w./-]+)?@[0-9a-f]{40}$/;

const writes = ({ permissions: granted = {} }: Job) => Object.values(granted).includes("write");
const usesOf = ({ steps }: Job) => steps.flatMap(({ uses }) => uses ?? []);
const checksOut = (each: Job) => usesOf(each).some((uses) => uses.startsWith("actions/checkout@"));

/** Whether a step takes in a cache: these two do unless told otherwise. */
function isCached({ uses = "", with: inputs }: z.infer<typeof step>): boolean {
  if (uses.startsWith("actions/setup-node@")) return inputs["package-manager-cache"] !== false || "cache" in inputs;
  if (uses.startsWith("actions/setup-go@")) return inputs.cache !== false;
  return uses.startsWith("actions/cache") || "cache" in inputs;
}

/** What a job may not be. */
const rules: readonly Rule[] = [
  ({ permissions: granted }) => granted === undefined && "says nothing of its permissions",
  (each) => writes(each) && checksOut(each) && "may write, and takes out code that it could run",
  (each) =>
    writes(each) &&
    each.steps.some(({ run = "" }) => /\bnpm (ci|install|test|run)\b|\bnode\b|\.ci\//.test(run)) &&
    "may write, and runs code",
  ({ steps }) => steps.some(({ run = "" }) => run.includes("${{")) && "has an expression in a script",
  ({ steps }) =>
    steps.some(
      ({ uses = "", with: inputs }) => uses.startsWith("actions/checkout@") && inputs["persist-credentials"] !== false,
    ) && "leaves a token in the clone",
  ({ steps }) => steps.some(isCached) && "takes in what another run has left in a cache",
  (each) =>
    checksOut(each) &&
    [each.env, ...each.steps.map(({ env }) => env)].some((env) => Object.keys(env).length > 0) &&
    "has an environment where code runs",
  (each) => usesOf(each).find((uses) => !pinned.test(uses)) && "has an action that is not pinned by its commit",
  (each) => each["timeout-minutes"] === undefined && "may run on for hours",
  (each) => /latest/.test(each["runs-on"]) && "runs on whatever is the latest",
];

/** The actions of a workflow, each with the version that stands behind it. */
export const actionsIn = (source: string): string[] =>
  [...source.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, action = ""]) => action);

/** What in a workflow would let somebody in. */
export function workflowProblems(source: string): string[] {
  const { on, permissions: granted, jobs, env } = workflow.parse(load(source));
  const foreign = Object.keys(on).filter((event) => foreignEvents.includes(event));
  return [
    ...foreign.map((event) => `It is started by ${event}`),
    ...(granted && Object.keys(granted).length === 0 ? [] : ["It gives permissions to all of its jobs"]),
    ...(Object.keys(env).length === 0 ? [] : ["It has an environment for all of its jobs"]),
    ...(/\bsecrets\s*[.[]|toJSON\(\s*secrets/i.test(source) ? ["It has a secret"] : []),
    ...actionsIn(source).flatMap((action) =>
      / # v\d+\.\d+\.\d+$/.test(action) ? [] : [`No version stands behind ${action}`],
    ),
    ...Object.entries(jobs).flatMap(([name, each]) =>
      rules.flatMap((rule) => (rule(each) ? [`${name} ${rule(each)}`] : [])),
    ),
  ];
}
