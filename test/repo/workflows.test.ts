import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { version } from "../../package.json";
import { parts } from "../../scripts/testing/parts.js";
import { root } from "../support/environment";
import { actionsIn, type Job, type Workflow, workflowProblems } from "./workflows/workflowProblems";

const folder = ".github/workflows";
const example = "examples/pipelines/github-actions.yml";
const files = readdirSync(path.join(root, folder)).sort();
const sourceOf = (file: string) => readFileSync(path.join(root, folder, file), "utf8");
const exampleSource = readFileSync(path.join(root, example), "utf8");
const workflowIn = (file: string) => load(sourceOf(file)) as Workflow;
const [ci, nightly, release] = [workflowIn("ci.yml"), workflowIn("nightly.yml"), workflowIn("release.yml")];
const commandsOf = ({ steps }: Job = { "runs-on": "", steps: [] }) => steps.flatMap(({ run }) => run ?? []);

/** The errors that GitHub's own parser finds in each workflow. */
function errorsOfGithub(sources: readonly string[]): string[][] {
  const program = path.join(__dirname, "workflows", "parseAsGithub.mjs");
  const settings = { input: JSON.stringify(sources), encoding: "utf8" } as const;
  return JSON.parse(spawnSync(process.execPath, [program], settings).stdout);
}

test("GitHub's parser accepts every workflow and finds mistakes", () => {
  const mistakes = [
    ["timeout-minutes", "timeout-minuets"],
    ["!cancelled()", "!canceled()"],
    ["steps.search", "stepps.search"],
    ["contents: read", "contents: reed"],
    ['"17 5 * * *"', '"77 5 * * *"'],
  ] as const;
  const wrong = mistakes.map(([from, to]) => exampleSource.replace(from, to));
  const errors = errorsOfGithub([...files.map(sourceOf), exampleSource, ...wrong]);
  expect(errors.map((each) => each.length > 0)).toEqual(
    [...files, example].map(() => false).concat(wrong.map(() => true)),
  );
});

test.each(files)("%s has no security problem", (file) => expect(workflowProblems(sourceOf(file))).toEqual([]));

test("the example for GitHub Actions has only rights to read the repository", () => {
  const { permissions, jobs } = load(exampleSource) as Workflow;
  expect(permissions).toEqual({});
  expect(Object.keys(jobs)).toEqual(["drift"]);
  expect(jobs.drift?.permissions).toEqual({ contents: "read" });
  for (const action of actionsIn(exampleSource)) expect(action).toMatch(/^[\w-]+\/[\w/-]+@v\d+$/);
});

test("an action has the same commit everywhere", () => {
  const used = [...new Set(files.flatMap((file) => actionsIn(sourceOf(file))))];
  const names = used.map((action) => action.split("@")[0]);
  expect(names).toHaveLength(new Set(names).size);
});

test("every push and pull request is tested and audited with rights to read only", () => {
  expect(ci.on).toEqual({ push: { branches: ["main"] }, pull_request: null });
  const jobs = Object.values(ci.jobs);
  expect(jobs.map(({ permissions }) => permissions)).toEqual([{ contents: "read" }, { contents: "read" }]);
  expect(jobs.map(commandsOf)).toEqual([[".ci/run"], ["npm run audit"]]);
});

test("every part of the full tests runs every night in a job of its own with rights to read only", () => {
  expect(nightly.on).toMatchObject({ schedule: [{ cron: expect.any(String) }], workflow_dispatch: null });
  const [job, ...others] = Object.values(nightly.jobs);
  expect(others).toEqual([]);
  expect(job?.permissions).toEqual({ contents: "read" });
  expect(job?.strategy).toEqual({ "fail-fast": false, matrix: { part: parts.map(({ name }) => name) } });
  expect(commandsOf(job)).toEqual([`npm run test:full -- --part $${"{{ matrix.part }}"}`]);
  const python = parts.filter(({ tools }) => tools.includes("languages")).map(({ name }) => `matrix.part == '${name}'`);
  const conditions = job?.steps.flatMap((step) => (step.uses?.includes("python") ? step.if?.split(" || ") : []));
  expect(conditions).toEqual(expect.arrayContaining(python));
});

test("a release begins with a tag; it is tested, audited and built without a right to write", () => {
  expect(release.on).toEqual({ push: { tags: ["v*"] } });
  expect(release.jobs.build?.permissions).toEqual({ contents: "read" });
  const audited = [".ci/run", "npm run audit", 'npm run release -- "$RUNNER_TEMP/release"'];
  const wanted = ["node scripts/run.js release/checkTag", ...audited];
  expect(commandsOf(release.jobs.build).filter((command) => wanted.includes(command))).toEqual(wanted);
});

test("a release is attested, published with provenance and uploaded, each with no other rights", () => {
  const { build: _build, ...others } = release.jobs;
  expect(Object.entries(others).map(([name, { needs, permissions }]) => [name, needs, permissions])).toEqual([
    ["attest", "build", { "id-token": "write", attestations: "write" }],
    ["npm", "attest", { "id-token": "write" }],
    ["files", "npm", { contents: "write" }],
  ]);
  const attestation = others.attest?.steps.find(({ uses }) => uses?.startsWith("actions/attest-build-provenance@"));
  expect(attestation?.with).toEqual({ "subject-path": "release/*" });
  const publish = "npm publish ./pulumi-vcluster-platform-*.tgz --provenance --access public --ignore-scripts";
  expect([commandsOf(others.npm).at(-1), others.npm?.environment]).toEqual([publish, "npm"]);
});

test("every job of a release checks the checksums of downloaded files first", () => {
  const { build: _build, ...others } = release.jobs;
  for (const [name, { steps }] of Object.entries(others)) {
    const download = steps.findIndex(({ uses }) => uses?.startsWith("actions/download-artifact@"));
    expect([name, steps[download + 1]?.run]).toEqual([name, "sha256sum --check --strict SHA256SUMS"]);
  }
});

test("a tag is refused while package.json names another repository", () => {
  const env = { PATH: process.env.PATH ?? "", GITHUB_REF_NAME: `v${version}`, GITHUB_REPOSITORY: "owner/name" };
  const settings = { cwd: root, env, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(process.execPath, ["scripts/run.js", "release/checkTag"], settings);
  const message = expect.stringMatching(/^package\.json names .*, and this is owner\/name: .*\n$/);
  expect([status, stderr]).toEqual([1, message]);
});

describe("a security problem of a workflow is found, with", () => {
  const value = (inner: string) => `\${{ ${inner} }}`;
  const checkout = /actions\/checkout@\S+ # \S+/;
  const notPinned = "build has an action that is not pinned by its commit";
  const cached = "build uses a cache of other runs";
  const granted = "It gives permissions to all of its jobs";
  const env = (name: string, indent: string) => `${indent}env:\n${indent}  TOKEN: ${value(name)}\n`;
  const message = `echo ${value("github.event.head_commit.message")}`;
  const dynamic = `  build:\n    strategy:\n      matrix:\n        part: ${value("fromJSON(github.event.parts)")}`;

  const noVersion = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 has no version";
  const permissions = "    permissions:\n      contents: read\n";
  const token = env("github.token", "    ");

  test.each<[from: string | RegExp, to: string, problem: string]>([
    [checkout, "actions/checkout@v7 # v7.0.1", notPinned],
    [checkout, "actions/checkout@3d3c42e # v7.0.1", notPinned],
    [/ # v7\.0\.1/, "", noVersion],
    ["  push:\n", "  pull_request_target:\n  push:\n", "It is started by pull_request_target"],
    ["permissions: {}", "permissions: { contents: write }", granted],
    ["permissions: {}\n", "", granted],
    [permissions, "", "build has no permissions of its own"],
    ["      contents: read", "      contents: write", "build may write, and checks out code"],
    ["run: .ci/run", `run: ${message}`, "build has an expression in a script"],
    ["  build:", dynamic, "build has an expression in its matrix"],
    ["persist-credentials: false", "persist-credentials: true", "build leaves a token in the clone"],
    ["run: .ci/run\n", `run: .ci/run\n${env("secrets.TOKEN", "        ")}`, "It has a secret"],
    ["  build:\n", `  build:\n${token}`, "build has an environment where code runs"],
    ["jobs:\n", `${env("github.token", "")}jobs:\n`, "It has an environment for all of its jobs"],
    [/(?<= )cache: false/, "cache: true", cached],
    ["package-manager-cache: false", "package-manager-cache: true", cached],
    ["run: npm publish", "run: npm test && npm publish", "npm may write, and runs code"],
    ["    timeout-minutes: 120\n", "", "build has no timeout"],
    ["ubuntu-24.04", "ubuntu-latest", "build runs on the latest image"],
  ])("%s replaced by %j: %s", (from, to, problem) => {
    const source = sourceOf("release.yml");
    const changed = source.replace(from, () => to);
    expect(changed).not.toBe(source);
    expect(workflowProblems(changed).join("\n")).toContain(problem);
  });
});
