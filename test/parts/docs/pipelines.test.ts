import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { report } from "../../../cli/drift/report";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { type PlayedJob, playGithubJob } from "./pipelines/githubJob";
import { checkedByGithub, readGithubWorkflow } from "./pipelines/githubWorkflow";
import { type GitlabJob, playGitlabJob, readGitlabJobs, runsIn } from "./pipelines/gitlabJob";
import { bring, type PipelineStack, pipelineKey, pipelineStack, type Situation } from "./pipelines/pipelineStack";

const pipelines = path.join(root, "examples", "pipelines");
const sourceOf = (file: string) => readFileSync(path.join(pipelines, file), "utf8");

/** What a project brings with it here, and a pipeline gets by these. */
const notRun = ["npm ci"];
const played = { run: 0, notRun: new Set<string>() };
afterAll(() => {
  const list = [...played.notRun].join(", ");
  process.stderr.write(`Pipelines: ${played.run} commands were run; ${played.notRun.size} were not: ${list}\n`);
});

/** No request but GET was sent, the state file is as it was, and nothing that was printed or written holds the key. */
async function looksOnly<T>(set: PipelineStack, run: () => Promise<T>, files: readonly string[]): Promise<T> {
  for (const file of files) rmSync(path.join(set.stack.dir, file), { force: true });
  const before = set.stack.rawStateFile();
  const result = await run();
  expect(set.platform.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(set.stack.rawStateFile()).toBe(before);
  expect(JSON.stringify(result)).not.toContain(pipelineKey);
  return result;
}

const jsonReport = (set: PipelineStack, file = "drift.json") =>
  report.parse(JSON.parse(readFileSync(path.join(set.stack.dir, file), "utf8")));

test("every file of the pipelines is run by a test, or is their page", () => {
  expect(readdirSync(pipelines).sort()).toEqual(["README.md", "drift.sh", "github-actions.yml", "gitlab-ci.yml"]);
});

describe("the pipeline for GitHub Actions", () => {
  // A key whose scope lets it read everything and write nothing.
  const set = pipelineStack("typescript", { scope: { allowLoftCli: true } });
  const files = ["drift.json", "drift.sarif"];

  async function play(situation: Situation, stack = "dev"): Promise<PlayedJob> {
    const workflow = await readGithubWorkflow(sourceOf("github-actions.yml").replace("[dev]", `[${stack}]`));
    const { PLATFORM_BASE_URL, PULUMI_BACKEND_URL, ...secrets } = await bring(set, situation);
    const vars = { PLATFORM_BASE_URL, PULUMI_BACKEND_URL };
    const runner = { dir: set.stack.dir, env: set.env, vars, secrets: { ...secrets }, notRun };
    const job = await looksOnly(set, () => playGithubJob(workflow, "drift", runner), files);
    for (const { name, outcome, printed } of job.steps) {
      if (printed !== null) played.run++;
      if (outcome === "not run") played.notRun.add(name);
    }
    return job;
  }

  test("is a workflow to GitHub's own parser, which finds mistakes in it", async () => {
    const source = sourceOf("github-actions.yml");
    expect((await checkedByGithub(source)).errors).toEqual([]);
    const mistakes: [string, string][] = [
      ["timeout-minutes", "timeout-minuets"],
      ["!cancelled()", "!canceled()"],
      ["steps.search", "stepps.search"],
      ["contents: read", "contents: reed"],
      ['"17 5 * * *"', '"77 5 * * *"'],
    ];
    for (const [right, wrong] of mistakes) {
      expect((await checkedByGithub(source.replace(right, wrong))).errors).not.toEqual([]);
    }
  });

  test("asks for no right but reading the repository and writing to code scanning", async () => {
    const { permissions, jobs } = await readGithubWorkflow(sourceOf("github-actions.yml"));
    expect(permissions).toEqual({});
    expect(jobs.drift?.permissions).toEqual({ contents: "read", "security-events": "write", actions: "read" });
    const actions = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w/-]+@v\d+$/);
  });

  // What comes before the search is not run in any situation.
  const setUp = ["actions/checkout@v6", "actions/setup-node@v6", "pulumi/actions@v6", "npm ci"];
  const rows: [
    Situation,
    code: number,
    search: string,
    codeScanning: string,
    keep: string,
    end: string,
    job: string,
  ][] = [
    ["clean", 0, "success", "not run", "not run", "success", "success"],
    ["drifted", 7, "success", "not run", "not run", "failure", "failure"],
    ["refused", 3, "success", "skipped", "not run", "failure", "failure"],
    ["forbidden", 1, "success", "skipped", "not run", "failure", "failure"],
  ];
  test.each(rows)(
    "where it is %s, it ends with %i",
    async (situation, code, search, codeScanning, keep, end, result) => {
      const job = await play(situation);
      expect(job.steps.map(({ name, outcome }) => [name, outcome])).toEqual([
        ...setUp.map((name) => [name, "not run"]),
        ["Search for drift", search],
        ["Show it in code scanning", codeScanning],
        ["Keep the report", keep],
        ["End as the search ended", end],
      ]);
      expect(job.result).toBe(result);
      expect(job.steps.at(-1)?.printed?.exitCode).toBe(code);
      expect(job.summary).not.toBe("");
    },
  );

  test("hands the actions files that hold what was found, and the summary says it", async () => {
    const job = await play("drifted");
    const inputsOf = (name: string) => job.steps.find((step) => step.name === name)?.with;
    expect(inputsOf("Show it in code scanning")).toEqual({ sarif_file: "drift.sarif" });
    expect(inputsOf("Keep the report")).toMatchObject({ name: "drift-dev", path: "drift.json" });
    const found = [{ kind: "changed", path: "/displayName", live: "as somebody likes it" }];
    expect(jsonReport(set).findings).toMatchObject(found);
    const sarif = JSON.parse(readFileSync(path.join(set.stack.dir, "drift.sarif"), "utf8"));
    expect(sarif.runs[0].results).toHaveLength(1);
    expect(job.summary).toContain("displayName");
  });

  test("keeps the report of a stack whose name says where it is, as with Pulumi Cloud, by a name that artifacts may have", async () => {
    const { name } = load(readFileSync(path.join(set.stack.dir, "Pulumi.yaml"), "utf8")) as { name: string };
    const job = await play("clean", `organization/${name}/dev`);
    expect([job.result, jsonReport(set).outcome]).toEqual(["success", "clean"]);
    const keep = job.steps.find((step) => step.name === "Keep the report");
    expect(keep?.with.name).toBe(`drift-organization-${name}-dev`);
  });

  test("fails where the search did not come to its end", async () => {
    const workflow = await readGithubWorkflow(sourceOf("github-actions.yml"));
    const killed = workflow.jobs.drift?.steps.find(({ id }) => id === "search");
    Object.assign(killed ?? {}, { run: "exit 137" });
    const runner = { dir: set.stack.dir, env: set.env, vars: {}, secrets: {}, notRun };
    const job = await playGithubJob(workflow, "drift", runner);
    expect(job.steps.slice(-3).map(({ outcome }) => outcome)).toEqual(["skipped", "not run", "failure"]);
    expect(job.result).toBe("failure");
  });
});

// Exactly the rights that the page asks for.
const rights: [verb: string, resources: string[]][] = [
  ["get", ["spacetemplates", "ownedaccesskeys", "virtualclusterinstances"]],
  ["list", ["spacetemplates", "ownedaccesskeys"]],
];
const group = "management.loft.sh";
const rules = rights.map(([verb, resources]) => ({ verbs: [verb], resources: [{ group, resources }] }));

/** What a pipeline asked of the platform, as one needs rights for it: `get spacetemplates`, … */
const askedFor = (set: PipelineStack): string[] =>
  set.platform.requests.map(({ path }) => {
    const [, plural, name] = path.match(/\/(\w+s)(\/[\w-]+)?(?:\?.*)?$/) ?? [];
    return `${name ? "get" : "list"} ${plural}`;
  });

describe("with a key of the rights that the page asks for", () => {
  const set = pipelineStack("yaml", { rules });

  describe("the pipeline for GitLab", () => {
    const files = ["drift.json", "drift.md", "drift.xml"];
    const jobOf = (source: string) => readGitlabJobs(source).drift as GitlabJob;

    async function play(source: string, situation: Situation) {
      const settings = await bring(set, situation);
      const runner = { dir: set.stack.dir, env: { ...set.env, ...settings }, notRun };
      const job = await looksOnly(set, () => playGitlabJob(jobOf(source), runner), files);
      played.run++;
      for (const line of job.notRun) played.notRun.add(line);
      return job;
    }

    test.each([
      ["schedule", true],
      ["web", true],
      ["push", false],
      ["merge_request_event", false],
    ])("in a pipeline that was started by %s: %p", (pipelineSource, isThere) => {
      expect(runsIn(jobOf(sourceOf("gitlab-ci.yml")), pipelineSource)).toBe(isThere);
    });

    const allowing = sourceOf("gitlab-ci.yml").replace("# allow_failure:\n  #   exit", "allow_failure:\n    exit");
    test.each<[Situation, number, string, string]>([
      ["clean", 0, "success", "success"],
      ["drifted", 7, "failed", "warning"],
      ["refused", 3, "failed", "failed"],
      ["forbidden", 1, "failed", "failed"],
    ])(
      "where it is %s, it ends with %i and the reports are kept",
      async (situation, code, result, whereDriftIsAllowed) => {
        const job = await play(sourceOf("gitlab-ci.yml"), situation);
        expect(job.printed.exitCode).toBe(code);
        expect(job.result).toBe(result);
        expect(job.kept).toEqual({ junit: ["drift.xml"], paths: ["drift.md", "drift.json"] });
        expect((await play(allowing, situation)).result).toBe(whereDriftIsAllowed);
      },
    );
  });

  describe("the script for cron", () => {
    /** Runs the script as cron would: from another folder, with hardly an environment. */
    async function run(situation: Situation, args: string[] = [set.stack.dir, "dev", "drift.json"]) {
      const settings = await bring(set, situation);
      const { folder } = set.stack;
      const file = path.join(folder, "drift.env");
      writeFileSync(
        file,
        Object.entries(settings)
          .map(([name, value]) => `${name}=${value}\n`)
          .join(""),
      );
      cpSync(path.join(pipelines, "drift.sh"), path.join(folder, "drift.sh"));
      const env = { ...set.env, DRIFT_SETTINGS: file };
      played.run++;
      const command = () => runCommand("sh", [path.join(folder, "drift.sh"), ...args], { cwd: folder, env });
      return looksOnly(set, command, []);
    }
    const reportFile = () => path.join(set.stack.folder, "drift.json");
    const newest = () => report.parse(JSON.parse(readFileSync(reportFile(), "utf8")));

    test.each<[Situation, number, RegExp, string]>([
      ["clean", 0, /^$/, "clean"],
      ["drifted", 7, /^DRIFT: the stack dev is not as declared\.\n\n(.|\n)*displayName/, "drift"],
      ["refused", 3, /^REFUSED: /, "unauthorised"],
      ["forbidden", 1, /^NO ANSWER: /, "error"],
    ])(
      "where it is %s, it ends with %i, and prints only what somebody has to read",
      async (situation, code, text, outcome) => {
        const { exitCode, stdout, stderr } = await run(situation);
        expect({ exitCode, stderr }).toEqual({ exitCode: code, stderr: "" });
        expect(stdout).toMatch(text);
        expect(newest().outcome).toBe(outcome);
      },
    );

    test("yesterday's report does not pass for today's where the search could not even begin", async () => {
      await run("clean");
      expect(existsSync(reportFile())).toBe(true);
      const { exitCode, stdout } = await run("clean", [set.stack.dir, "no-such-stack", "drift.json"]);
      expect(exitCode).toBe(1);
      expect(stdout).toMatch(/^NO ANSWER: /);
      if (existsSync(reportFile())) expect(newest().outcome).toBe("error");
    });

    test("it uses every right that it has, and reads all there is", async () => {
      await run("clean");
      const all = rights.flatMap(([verb, resources]) => resources.map((each) => `${verb} ${each}`));
      expect([...new Set(askedFor(set))].sort()).toEqual(all.sort());
      expect(newest().resources).toEqual({ checked: 3, unread: 0 });
    });

    test.each([[[]], [["only-a-folder"]]])("called in a wrong way with %p, it says how", async (args) => {
      const { exitCode, stderr } = await run("clean", args);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/^usage: /);
    });
  });
});
