import { hostname } from "node:os";
import { basename } from "node:path";
import { dnsLabel, durationSeconds, nameProblem, type Principal, segmentProblem } from "../../provider/cliFacade";
import { envName } from "../../provider/settingNames.js";
import { ownerIdOption, type PlatformValues, platformOptions, stackOptions } from "../options";
import { option, repeated, UsageError } from "../program";

/** Seconds. */
const maxTtl = 24 * 3600;

/** The options of `exec`. */
export const execOptions = [
  option(
    "--user <name>",
    "The key acts for this user (the user of your own key, if the platform shows it)",
    objectName,
  ),
  option("--team <name>", "The key acts for this team", objectName),
  option("--project <name>", "Give the key access to this project; may be repeated", repeated(objectName)).default([]),
  option("--space <project/name>", "Give the key access to this space; may be repeated", repeated(inProject)).default(
    [],
  ),
  option(
    "--virtual-cluster <project/name>",
    "Give the key access to this virtual cluster; may be repeated",
    repeated(inProject),
  ).default([]),
  option("--role <name>", "Give the key this role, such as vcluster; may be repeated", repeated(objectName)).default(
    [],
  ),
  option("--unscoped", "Give the key all rights of its user or team"),
  option("--ttl <time>", "Lifetime of the key, at most 24h (15m)", seconds),
  option("--env <name>", `The environment variable for the key (${envName("accessKey")})`, variable),
  option("--kubeconfig", "Write a kubeconfig for the one --virtual-cluster, and set KUBECONFIG to its file"),
  ...stackOptions,
  ...platformOptions,
  ownerIdOption,
];

/** An object in a project. */
interface InProject {
  readonly project: string;
  readonly name: string;
}

/** Values of `execOptions`. */
export interface ExecValues extends PlatformValues {
  readonly user?: string;
  readonly team?: string;
  readonly project: string[];
  readonly space: InProject[];
  readonly virtualCluster: InProject[];
  readonly role: string[];
  readonly unscoped?: boolean;
  /** Seconds. */
  readonly ttl?: number;
  readonly env?: string;
  readonly kubeconfig?: boolean;
}

/** Lifetime of a key without `--ttl`, in seconds. */
export const defaultTtl = 15 * 60;

function objectName(text: string, name: string): string {
  const problem = segmentProblem(text);
  if (problem === undefined) return text;
  throw new UsageError(`${name} cannot be "${text}": ${problem}`);
}

function inProject(text: string, name: string): InProject {
  const [project, object, ...more] = text.split("/");
  if (!project || !object || more.length > 0) throw new UsageError(`${name} must be <project>/<name>, not "${text}"`);
  return { project: objectName(project, name), name: objectName(object, name) };
}

function seconds(text: string): number {
  const ttl = /^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text) ? Math.ceil(durationSeconds(text) ?? 0) : 0;
  if (ttl > 0 && ttl <= maxTtl) return ttl;
  throw new UsageError(`--ttl must be a time such as 90s, 15m or 2h, at most 24h, not "${text}"`);
}

function variable(text: string): string {
  if (/^[A-Za-z_]\w*$/.test(text)) return text;
  throw new UsageError(`--env must be the name of a variable, not "${text}"`);
}

/** Refuses options that exclude each other. */
export function checkExec(values: ExecValues): void {
  const { user, team, unscoped = false, kubeconfig } = values;
  const isScoped = scopeOf(values) !== undefined;
  if (user !== undefined && team !== undefined) throw new UsageError("--user cannot be combined with --team");
  if (isScoped === unscoped)
    throw new UsageError(
      isScoped
        ? "--unscoped cannot be combined with --project, --space, --virtual-cluster or --role"
        : "Set the scope of the key with --project, --space, --virtual-cluster or --role, or use --unscoped",
    );
  if (kubeconfig) checkKubeconfig(values);
}

function checkKubeconfig({ virtualCluster: [place, ...more], env }: ExecValues): void {
  if (!place || more.length > 0) throw new UsageError("--kubeconfig needs exactly one --virtual-cluster");
  // A scope may have patterns.
  const problem = nameProblem(place.project, dnsLabel) ?? nameProblem(place.name);
  if (problem) throw new UsageError(`--kubeconfig: each name of the --virtual-cluster ${problem}`);
  if (env === kubeconfigVariable)
    throw new UsageError(`--env ${env} cannot be combined with --kubeconfig, which sets it`);
}

/** The variable in which kubectl looks for its configuration. */
export const kubeconfigVariable = "KUBECONFIG";

/** The inputs of the key. */
export function keyInputs(values: ExecValues, { kind, name }: Principal, program: string) {
  const { ttl = defaultTtl } = values;
  const scope = scopeOf(values);
  return {
    displayName: `exec ${basename(program)} on ${hostname()}`,
    type: "User",
    [kind]: name,
    ttl,
    ...(scope && { scope }),
  };
}

function scopeOf({ project, space, virtualCluster, role }: ExecValues) {
  const scope = {
    ...(project.length > 0 && { projects: project.map((each) => ({ project: each })) }),
    ...(space.length > 0 && { spaces: space.map((each) => ({ project: each.project, space: each.name })) }),
    ...(virtualCluster.length > 0 && {
      virtualClusters: virtualCluster.map((each) => ({ project: each.project, virtualCluster: each.name })),
    }),
    ...(role.length > 0 && { roles: role.map((each) => ({ role: each })) }),
  };
  return Object.keys(scope).length > 0 ? scope : undefined;
}
