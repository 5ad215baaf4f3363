import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { report } from "../../../cli/drift/report";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { createAsColleague, editAsColleague } from "../../support/http";
import { pageUnderTest } from "../../support/pageUnderTest";
import { shellUnderTest } from "../../support/shellUnderTest";
import { stackUnderTest } from "../../support/stackUnderTest";
import { userEnvironment } from "../../support/userEnvironment";
import { linkPrograms } from "./support/linkPrograms";

const pipelines = path.join(root, "examples", "pipelines");
const sourceOf = (file: string) => readFileSync(path.join(pipelines, file), "utf8");

const inputs = {
  SpaceTemplate: { name: "web", displayName: "as declared" },
  OwnedAccessKey: { name: "ci", user: "ci-bot", ttl: 30 * 24 * 3600 },
  VirtualClusterImport: { project: "team", sourceVirtualCluster: { cluster: "c1", namespace: "vc", name: "one" } },
};
const resources = Object.entries(inputs).map(([type, properties]) => {
  return [type, { type: `vcluster-platform:index:${type}`, properties }];
});

// Exactly the rights that the page asks for.
const rights: [verb: string, plurals: string[]][] = [
  ["get", ["spacetemplates", "ownedaccesskeys", "virtualclusterinstances", "projects"]],
  ["get", ["users/accesskeys"]],
  ["list", ["spacetemplates"]],
];
const rules = rights.map(([verb, plurals]) => {
  return { verbs: [verb], resources: [{ group: "management.loft.sh", resources: plurals }] };
});

// Both kinds of keys that the page describes.
const keys = { exact: "the-key-with-exactly-the-rights-of-the-page", scoped: "the-key-whose-scope-may-only-read" };
type Key = keyof typeof keys;
type Situation = "clean" | "drifted" | "refused" | "forbidden";
type Variables = Record<string, string>;

const given = stackUnderTest(() => ({
  program: "yaml",
  source: `resources: ${JSON.stringify(Object.fromEntries(resources))}`,
  platform: { projects: ["default", "team"] },
}));

beforeAll(async () => {
  await given.stack.up(["--skip-preview"]);
  linkPrograms(given.stack.dir);
  const specs = { exact: { rules }, scoped: { scope: { allowLoftCli: true } } };
  for (const [name, spec] of Object.entries(specs)) {
    const key = { user: "drift-bot", key: keys[name as Key], ...spec };
    const object = { kind: "OwnedAccessKey", metadata: { name }, spec: key };
    await createAsColleague(given.platform, "ownedaccesskeys", object);
  }
});

/** The environment of a pipeline without its settings; its programs come from the project. */
function environment(): Variables {
  const isSetting = (name: string) => /^(VCLUSTER_PLATFORM_.*|PULUMI_BACKEND_URL|PULUMI_CONFIG_PASSPHRASE)$/.test(name);
  const all = Object.entries({ ...given.stack.env, ...userEnvironment });
  return Object.fromEntries(all.filter(([name]) => !isSetting(name)));
}

/** Brings the stack into a situation and returns the settings of a pipeline. */
async function prepare(situation: Situation, key: Key): Promise<Variables> {
  const { platform, stack } = given;
  platform.faults.clear();
  const displayName = situation === "drifted" ? "as somebody likes it" : "as declared";
  await editAsColleague(platform, "spacetemplates/web", { spec: { displayName } });
  if (situation === "forbidden") platform.faults.add({ kind: "SpaceTemplate", times: 1_000, action: { status: 403 } });
  const { PULUMI_BACKEND_URL = "", PULUMI_CONFIG_PASSPHRASE = "" } = stack.env;
  const VCLUSTER_PLATFORM_ACCESS_KEY = situation === "refused" ? "an-unknown-key" : keys[key];
  return {
    VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl,
    VCLUSTER_PLATFORM_ACCESS_KEY,
    PULUMI_BACKEND_URL,
    PULUMI_CONFIG_PASSPHRASE,
  };
}

const inProject = (file: string) => path.join(given.stack.dir, file);
const read = (file: string) => readFileSync(inProject(file), "utf8");

/** Runs a pipeline. Asserts that it sends only GETs, keeps the state, and outputs no key. */
async function readsOnly<T>(files: readonly string[], run: () => Promise<T>): Promise<T> {
  for (const file of files) rmSync(inProject(file), { force: true });
  const before = given.stack.rawStateFile();
  const result = await run();
  expect(given.platform.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(given.stack.rawStateFile()).toBe(before);
  const written = files.filter((file) => existsSync(inProject(file))).map(read);
  for (const key of Object.values(keys)) expect(JSON.stringify([result, written])).not.toContain(key);
  return result;
}

/** Runs a script as both services do with bash. */
const runScript = (script: string, env: Variables) =>
  runCommand("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], { cwd: given.stack.dir, env });

describe("github-actions.yml", () => {
  interface Step {
    if?: string;
    run?: string;
    env?: Variables;
    with?: Variables;
  }
  const { jobs } = load(sourceOf("github-actions.yml")) as { jobs: { drift: { steps: Step[] } } };
  const [search = {}, keep = {}, end = {}] = jobs.drift.steps.slice(-3);
  /** Variables with values in place of expressions; unknown expressions fail. */
  const filled = (variables: Variables = {}, values: Variables = {}): Variables => {
    const value = (_: string, key: string) => values[key] ?? `no value for ${key}`;
    const replaced = (text: string) => text.replace(/\$\{\{ ([\w.]+) \}\}/g, value);
    return Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, replaced(text)]));
  };

  async function play(situation: Situation, stack = "dev") {
    const values: Variables = { "matrix.stack": stack };
    for (const [name, value] of Object.entries(await prepare(situation, "scoped")))
      values[`${/KEY|PASSPHRASE/.test(name) ? "secrets" : "vars"}.${name}`] = value;
    const files = { GITHUB_OUTPUT: inProject("outputs"), GITHUB_STEP_SUMMARY: inProject("summary") };
    return readsOnly(["drift.json", "outputs", "summary"], async () => {
      const searched = await runScript(search.run ?? "", { ...environment(), ...filled(search.env, values), ...files });
      const outputs: Variables = {};
      for (const [, name, value = ""] of read("outputs").matchAll(/^(\w+)=(.*)$/gm))
        outputs[`steps.search.outputs.${name}`] = value;
      const env = { ...environment(), ...filled(end.env, { ...values, ...outputs }) };
      return { searched, ended: await runScript(end.run ?? "", env), outputs, summary: read("summary") };
    });
  }

  test.each<[Situation, number]>([
    ["clean", 0],
    ["drifted", 7],
    ["refused", 3],
    ["forbidden", 1],
  ])("the job of a stack that is %s ends with %i", async (situation, code) => {
    const { searched, ended, summary } = await play(situation);
    expect([searched.exitCode, ended.exitCode]).toEqual([0, code]);
    expect(summary).not.toBe("");
    if (situation !== "drifted") return;
    expect(summary).toContain("displayName");
    const finding = { kind: "changed", path: "/displayName", live: "as somebody likes it" };
    expect(report.parse(JSON.parse(read("drift.json"))).findings).toMatchObject([finding]);
  });

  test("every later step runs after a failure", () => {
    for (const step of [keep, end]) expect(step.if).toBe(`$${"{{ !cancelled() }}"}`);
    expect(keep.with).toMatchObject({ path: "drift.json" });
  });

  test("the artifact of a stack of Pulumi Cloud has a valid name", async () => {
    const { name } = load(read("Pulumi.yaml")) as { name: string };
    const { ended, outputs } = await play("clean", `organization/${name}/dev`);
    expect(ended.exitCode).toBe(0);
    expect(filled(keep.with, outputs).name).toBe(`drift-organization-${name}-dev`);
  });

  test("the job fails after a search that was killed", async () => {
    const { exitCode } = await runScript(end.run ?? "", { ...environment(), STACK: "dev", CODE: "" });
    expect(exitCode).toBe(1);
  });
});

describe("gitlab-ci.yml", () => {
  const source = sourceOf("gitlab-ci.yml");
  const { drift } = load(source) as { drift: { script: string[] } };

  test("the job runs on a schedule or on demand, and always keeps its reports", () => {
    expect(drift).toMatchObject({
      rules: ["schedule", "web"].map((trigger) => ({ if: `$CI_PIPELINE_SOURCE == "${trigger}"` })),
      before_script: ["npm ci"],
      parallel: { matrix: [{ STACK: ["dev"] }] },
      artifacts: { when: "always", reports: { junit: "drift.xml" }, paths: ["drift.md", "drift.json"] },
    });
    const allowing = source.replace("# allow_failure:\n  #   exit", "allow_failure:\n    exit");
    expect(load(allowing)).toMatchObject({ drift: { allow_failure: { exit_codes: [7] } } });
  });

  test.each<[Situation, number]>([
    ["clean", 0],
    ["drifted", 7],
  ])("the job of a stack that is %s ends with %i and its reports", async (situation, code) => {
    const env = { ...environment(), ...(await prepare(situation, "exact")), STACK: "dev" };
    const files = ["drift.xml", "drift.md", "drift.json"];
    const { exitCode } = await readsOnly(files, () => runScript(drift.script.join("\n"), env));
    expect(exitCode).toBe(code);
    expect(files.filter((file) => !existsSync(inProject(file)))).toEqual([]);
  });
});

describe("drift.sh", () => {
  const page = pageUnderTest("docs/detect-drift.md");
  const shell = shellUnderTest(() => ({ dir: "/", env: environment() }));
  const inFolder = (name: string) => path.join(given.stack.folder, name);
  const line = page.block("/opt/infra/drift.sh");
  const newest = () => report.parse(JSON.parse(readFileSync(inFolder("dev.json"), "utf8")));

  /** Runs the line for a crontab with the settings of a file and almost no environment. */
  async function run(situation: Situation, key: Key, exitCode: number): Promise<string> {
    const settings = Object.entries(await prepare(situation, key)).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(inFolder("drift.env"), settings.join(""));
    const here = line.with({
      "17 5 * * *": "env",
      "/usr/local/bin:/usr/bin:/bin": environment().PATH ?? "",
      "/etc/drift.env": inFolder("drift.env"),
      "/opt/infra/drift.sh": path.join(pipelines, "drift.sh"),
      "/opt/infra/platform": given.stack.dir,
      "/var/lib/drift/dev.json": inFolder("dev.json"),
    });
    return readsOnly([], () => shell.run(here, { fails: exitCode === 0 ? [] : [["env", exitCode]] }));
  }

  test("drift.sh prints nothing without drift, reads every object and uses each of the rights on the page", async () => {
    expect(await run("clean", "exact", 0)).toBe("");
    // Everybody may ask what is served.
    const asked = given.platform.requests.map(({ path }) => path).filter((path) => !path.endsWith("/v1"));
    const used = asked.map((path) => {
      const [, plural, name, below = ""] = path.match(/\/(\w+s)(\/[\w-]+)?(\/accesskeys)?(?:\?.*)?$/) ?? [];
      return `${name ? "get" : "list"} ${plural}${below}`;
    });
    const all = rights.flatMap(([verb, plurals]) => plurals.map((plural) => `${verb} ${plural}`));
    // The project is read only for an object that is missing.
    expect([...new Set(used), "get projects"].sort()).toEqual(all.sort());
    expect(newest()).toMatchObject({ outcome: "clean", resources: { checked: 3, unread: 0 } });
  });

  test("drift.sh prints the drift and writes the report", async () => {
    expect(await run("drifted", "scoped", 7)).toMatch(
      /^DRIFT: the stack dev is not as declared\.\n\n(.|\n)*displayName/,
    );
    expect(newest().outcome).toBe("drift");
  });
});
