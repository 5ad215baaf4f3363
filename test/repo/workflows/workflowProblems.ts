import { load } from "js-yaml";

type Values = Record<string, unknown>;
interface Step {
  if?: string;
  uses?: string;
  run?: string;
  with?: Values;
  env?: Values;
}
export interface Job {
  needs?: string;
  permissions?: Record<string, string>;
  environment?: string;
  "runs-on": string;
  "timeout-minutes"?: number;
  env?: Values;
  strategy?: object;
  steps: Step[];
}
export interface Workflow {
  on: object | string;
  permissions?: object;
  env?: Values;
  jobs: Record<string, Job>;
}

type Rule = (job: Job) => string | false | undefined;

/** Events that start a workflow with the repository's rights on input of others. */
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

/** Whether a step uses a cache, as two actions do by default. */
function isCached({ uses = "", with: inputs = {} }: Step): boolean {
  if (uses.startsWith("actions/setup-node@")) return inputs["package-manager-cache"] !== false || "cache" in inputs;
  if (uses.startsWith("actions/setup-go@")) return inputs.cache !== false;
  return uses.startsWith("actions/cache") || "cache" in inputs;
}

const expression = /\$\{\{/;
/** A script without entries of the job's matrix, whose values are constants. */
const withoutMatrix = (script: string) => script.replaceAll(/\$\{\{ matrix\.\w+ \}\}/g, "");

/** Problems of a job. */
const rules: readonly Rule[] = [
  ({ permissions: granted }) => typeof granted !== "object" && "has no permissions of its own",
  (each) => writes(each) && checksOut(each) && "may write, and checks out code that it could run",
  (each) =>
    writes(each) &&
    each.steps.some(({ run = "" }) => /\bnpm (ci|install|test|run)\b|\bnode\b|\.ci\//.test(run)) &&
    "may write, and runs code",
  ({ steps }) => steps.some(({ run = "" }) => expression.test(withoutMatrix(run))) && "has an expression in a script",
  ({ strategy = {} }) => expression.test(JSON.stringify(strategy)) && "has an expression in its matrix",
  ({ steps }) =>
    steps.some(
      ({ uses = "", with: inputs = {} }) =>
        uses.startsWith("actions/checkout@") && inputs["persist-credentials"] !== false,
    ) && "leaves a token in the clone",
  ({ steps }) => steps.some(isCached) && "uses a cache of other runs",
  (each) =>
    checksOut(each) &&
    [each.env, ...each.steps.map(({ env }) => env)].some((env = {}) => Object.keys(env).length > 0) &&
    "has an environment where code runs",
  (each) => usesOf(each).find((uses) => !pinned.test(uses)) && "has an action that is not pinned by its commit",
  (each) => each["timeout-minutes"] === undefined && "has no timeout",
  (each) => /latest/.test(each["runs-on"]) && "runs on the latest image",
];

/** The actions of a workflow, each with its version in a comment. */
export const actionsIn = (source: string): string[] =>
  [...source.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, action = ""]) => action);

/** The security problems of a workflow. */
export function workflowProblems(source: string): string[] {
  const { on, permissions: granted, jobs, env = {} } = load(source) as Workflow;
  const events = typeof on === "object" && !Array.isArray(on) ? Object.keys(on) : [on].flat().map(String);
  const foreign = events.filter((event) => foreignEvents.includes(event));
  return [
    ...foreign.map((event) => `It is started by ${event}`),
    ...(typeof granted === "object" && Object.keys(granted).length === 0
      ? []
      : ["It gives permissions to all of its jobs"]),
    ...(Object.keys(env).length === 0 ? [] : ["It has an environment for all of its jobs"]),
    ...(/\bsecrets\s*[.[]|toJSON\(\s*secrets/i.test(source) ? ["It has a secret"] : []),
    ...actionsIn(source).flatMap((action) => (/ # v\d+\.\d+\.\d+$/.test(action) ? [] : [`${action} has no version`])),
    ...Object.entries(jobs).flatMap(([name, each]) =>
      rules.flatMap((rule) => (rule(each) ? [`${name} ${rule(each)}`] : [])),
    ),
  ];
}
