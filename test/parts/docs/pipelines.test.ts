import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { report } from "../../../cli/drift/report";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { createAsColleague, editAsColleague } from "../../support/http";
import { linkPrograms } from "../../support/linkPrograms";
import { stackUnderTest } from "../../support/stackUnderTest";
import { withoutOwnPrograms } from "../../support/withoutOwnPrograms";
import { describePage } from "./support/pageUnderTest";
import { startShell } from "./support/startShell";

const pipelines = path.join(root, "examples", "pipelines");
const sourceOf = (file: string) => readFileSync(path.join(pipelines, file), "utf8");

const inputs = {
  SpaceTemplate: { name: "web", displayName: "as declared" },
  OwnedAccessKey: { name: "ci", user: "ci-bot", ttl: 30 * 24 * 3600 },
  VirtualClusterImport: { project: "team", sourceVirtualCluster: { cluster: "c1", namespace: "vc", name: "one" } },
};
const resources = Object.entries(inputs).map(([type, properties]) => [
  type,
  { type: `platform:index:${type}`, properties },
]);

// Exactly the rights that the page asks for.
const rights: [verb: string, plurals: string[]][] = [
  ["get", ["spacetemplates", "ownedaccesskeys", "virtualclusterinstances"]],
  ["list", ["spacetemplates", "ownedaccesskeys"]],
];
const rules = rights.map(([verb, plurals]) => ({
  verbs: [verb],
  resources: [{ group: "management.loft.sh", resources: plurals }],
}));

// Both kinds of keys that the page describes.
const keys = { exact: "the-key-with-exactly-the-rights-of-the-page", scoped: "the-key-whose-scope-may-only-read" };
type Key = keyof typeof keys;
type Situation = "clean" | "drifted" | "refused" | "forbidden";
type Variables = Record<string, string>;

const given = stackUnderTest(() => ({
  program: "yaml",
  source: `resources: ${JSON.stringify(Object.fromEntries(resources))}`,
  platform: { projects: ["team"] },
}));

beforeAll(async () => {
  await given.stack.up(["--skip-preview"]);
  linkPrograms(given.stack.dir);
  const specs = { exact: { rules }, scoped: { scope: { allowLoftCli: true } } };
  for (const [name, spec] of Object.entries(specs)) {
    const key = {
      kind: "OwnedAccessKey",
      metadata: { name },
      spec: { user: "drift-bot", key: keys[name as Key], ...spec },
    };
    await createAsColleague(given.platform, "ownedaccesskeys", key);
  }
});

/** The environment of a pipeline without its settings; its programs come from the project. */
function environment(): Variables {
  const isSetting = (name: string) => /^(PLATFORM_.*|PULUMI_BACKEND_URL|PULUMI_CONFIG_PASSPHRASE)$/.test(name);
  const all = Object.entries(withoutOwnPrograms(given.stack.env));
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
  const PLATFORM_ACCESS_KEY = situation === "refused" ? "an-unknown-key" : keys[key];
  return { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY, PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE };
}

const inProject = (file: string) => path.join(given.stack.dir, file);
const read = (file: string) => readFileSync(inProject(file), "utf8");

/** Runs a pipeline; it sends only GET requests, leaves the state alone, and neither prints nor writes a key. */
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
    name?: string;
    if?: string;
    run?: string;
    env?: Variables;
    with?: Variables;
  }
  const { jobs } = load(sourceOf("github-actions.yml")) as { jobs: { drift: { steps: Step[] } } };
  const [search = {}, scan = {}, keep = {}, end = {}] = jobs.drift.steps.slice(-4);
  /** Variables with values in place of expressions; unknown expressions fail. */
  const filled = (variables: Variables = {}, values: Variables = {}) =>
    Object.fromEntries(
      Object.entries(variables).map(([name, text]) => {
        const value = (_: string, key: string) => values[key] ?? `no value for ${key}`;
        return [name, text.replace(/\$\{\{ ([\w.]+) \}\}/g, value)];
      }),
    );

  async function play(situation: Situation, stack = "dev") {
    const settings = Object.entries(await prepare(situation, "scoped"));
    const places = settings.map(([name, value]) => [
      `${/KEY|PASSPHRASE/.test(name) ? "secrets" : "vars"}.${name}`,
      value,
    ]);
    const values = { ...Object.fromEntries(places), "matrix.stack": stack };
    const files = { GITHUB_OUTPUT: inProject("outputs"), GITHUB_STEP_SUMMARY: inProject("summary") };
    return readsOnly(["drift.json", "drift.sarif", "outputs", "summary"], async () => {
      const searched = await runScript(search.run ?? "", { ...environment(), ...filled(search.env, values), ...files });
      const lines = [...read("outputs").matchAll(/^(\w+)=(.*)$/gm)];
      const outputs: Variables = Object.fromEntries(
        lines.map(([, name, value = ""]) => [`steps.search.outputs.${name}`, value]),
      );
      const env = filled(end.env, { ...values, ...outputs });
      const ended = await runScript(end.run ?? "", { ...environment(), ...env });
      return { searched, ended, outputs, summary: read("summary") };
    });
  }

  test.each<[Situation, number, string | undefined]>([
    ["clean", 0, "true"],
    ["drifted", 7, "true"],
    ["refused", 3, undefined],
    ["forbidden", 1, undefined],
  ])("the job of a stack that is %s ends with %i, and its report is whole: %s", async (situation, code, whole) => {
    const { searched, ended, outputs, summary } = await play(situation);
    expect([searched.exitCode, ended.exitCode]).toEqual([0, code]);
    expect(outputs["steps.search.outputs.whole"]).toBe(whole);
    expect(summary).not.toBe("");
    if (situation !== "drifted") return;
    expect(summary).toContain("displayName");
    const finding = { kind: "changed", path: "/displayName", live: "as somebody likes it" };
    expect(report.parse(JSON.parse(read("drift.json"))).findings).toMatchObject([finding]);
    expect(JSON.parse(read("drift.sarif")).runs[0].results).toHaveLength(1);
  });

  test("code scanning gets whole reports only, and every later step runs after a failure", () => {
    const conditions = [scan, keep, end].map((step) => step.if?.replace(/^\$\{\{ (.*) \}\}$/, "$1"));
    const always = "!cancelled()";
    expect(conditions).toEqual([`${always} && steps.search.outputs.whole == 'true'`, always, always]);
    expect([scan.with, keep.with]).toMatchObject([{ sarif_file: "drift.sarif" }, { path: "drift.json" }]);
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
  interface Job {
    before_script: string[];
    script: string[];
    rules: object[];
    parallel: { matrix: Record<string, string[]>[] };
    artifacts: { when: string; reports: object; paths: string[] };
    allow_failure?: object;
  }
  const source = sourceOf("gitlab-ci.yml");
  const { drift } = load(source) as { drift: Job };

  test("the job runs on a schedule or on demand, and always keeps its reports", () => {
    const triggers = ["schedule", "web"].map((trigger) => ({ if: `$CI_PIPELINE_SOURCE == "${trigger}"` }));
    expect(drift).toMatchObject({
      rules: triggers,
      before_script: ["npm ci"],
      parallel: { matrix: [{ STACK: ["dev"] }] },
    });
    const paths = ["drift.md", "drift.json"];
    expect(drift.artifacts).toMatchObject({ when: "always", reports: { junit: "drift.xml" }, paths });
    const allowing = source.replace("# allow_failure:\n  #   exit", "allow_failure:\n    exit");
    expect(load(allowing)).toMatchObject({ drift: { allow_failure: { exit_codes: [7] } } });
  });

  test.each<[Situation, number]>([
    ["clean", 0],
    ["drifted", 7],
    ["refused", 3],
    ["forbidden", 1],
  ])("the job of a stack that is %s ends with %i and its reports", async (situation, code) => {
    const env = { ...environment(), ...(await prepare(situation, "exact")), STACK: "dev" };
    const files = ["drift.xml", "drift.md", "drift.json"];
    const { exitCode } = await readsOnly(files, () => runScript(drift.script.join("\n"), env));
    expect(exitCode).toBe(code);
    expect(files.filter((file) => !existsSync(inProject(file)))).toEqual([]);
  });
});

describe("drift.sh", () => {
  const inFolder = (name: string) => path.join(given.stack.folder, name);
  const newest = () => report.parse(JSON.parse(readFileSync(inFolder("drift.json"), "utf8")));

  /** Writes the script and its settings, as for cron. */
  async function install(situation: Situation, key: Key): Promise<void> {
    const settings = Object.entries(await prepare(situation, key)).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(inFolder("drift.env"), settings.join(""));
    cpSync(path.join(pipelines, "drift.sh"), inFolder("drift.sh"));
  }

  async function run(situation: Situation, args: string[] = [given.stack.dir, "dev", "drift.json"]) {
    await install(situation, "exact");
    const env = { ...environment(), DRIFT_SETTINGS: inFolder("drift.env") };
    return readsOnly([], () => runCommand("sh", [inFolder("drift.sh"), ...args], { cwd: given.stack.folder, env }));
  }

  test.each<[Situation, number, RegExp, string]>([
    ["clean", 0, /^$/, "clean"],
    ["drifted", 7, /^DRIFT: the stack dev is not as declared\.\n\n(.|\n)*displayName/, "drift"],
    ["refused", 3, /^REFUSED: /, "unauthorised"],
    ["forbidden", 1, /^NO ANSWER: /, "error"],
  ])("a stack that is %s ends it with %i and prints only problems", async (situation, code, text, outcome) => {
    const { exitCode, stdout, stderr } = await run(situation);
    expect({ exitCode, stderr }).toEqual({ exitCode: code, stderr: "" });
    expect(stdout).toMatch(text);
    expect(newest().outcome).toBe(outcome);
  });

  test("a search that cannot begin leaves no earlier report", async () => {
    await run("clean");
    expect(existsSync(inFolder("drift.json"))).toBe(true);
    const { exitCode, stdout } = await run("clean", [given.stack.dir, "no-such-stack", "drift.json"]);
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^NO ANSWER: /)]);
    if (existsSync(inFolder("drift.json"))) expect(newest().outcome).toBe("error");
  });

  test("it reads every object and uses each of the rights on the page", async () => {
    await run("clean");
    const used = given.platform.requests.map(({ path }) => {
      const [, plural, name] = path.match(/\/(\w+s)(\/[\w-]+)?(?:\?.*)?$/) ?? [];
      return `${name ? "get" : "list"} ${plural}`;
    });
    const all = rights.flatMap(([verb, plurals]) => plurals.map((plural) => `${verb} ${plural}`));
    expect([...new Set(used)].sort()).toEqual(all.sort());
    expect(newest().resources).toEqual({ checked: 3, unread: 0 });
  });

  test.each([[[]], [["only-a-folder"]]])("wrong arguments %p end it with the usage", async (args) => {
    const { exitCode, stderr } = await run("clean", args);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^usage: /)]);
  });

  describePage("examples/pipelines/README.md", (page) => {
    test("the line for a crontab runs the script with the settings of a file and almost no environment", async () => {
      await install("drifted", "scoped");
      const line = page.block("/opt/infra/drift.sh").with({
        "17 5 * * *": "env",
        "/usr/local/bin:/usr/bin:/bin": environment().PATH ?? "",
        "/etc/drift.env": inFolder("drift.env"),
        "/opt/infra/drift.sh": inFolder("drift.sh"),
        "/opt/infra/platform": given.stack.dir,
        "/var/lib/drift/dev.json": inFolder("dev.json"),
      });
      const shell = startShell({ cwd: "/", env: environment() });
      try {
        expect(await shell.run(line, { fails: [["env", 7]] })).toMatch(/^DRIFT: the stack dev is not as declared\./);
      } finally {
        await shell.close();
      }
    });
  });
});
