import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { version } from "../../package.json";
import { checkedByGithub } from "../parts/docs/pipelines/githubWorkflow";
import { actionsIn, workflowProblems } from "../parts/docs/pipelines/workflowProblems";
import { root } from "../support/environment";

const folder = path.join(root, ".github", "workflows");
const files = readdirSync(folder).sort();
const sourceOf = (file: string) => readFileSync(path.join(folder, file), "utf8");

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly needs?: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}
const ci = load(sourceOf("ci.yml")) as Workflow;
const release = load(sourceOf("release.yml")) as Workflow;
const commandsOf = ({ steps }: Job = { permissions: {}, steps: [] }) => steps.flatMap(({ run }) => run ?? []);

test("there are two workflows", () => expect(files).toEqual(["ci.yml", "release.yml"]));

test.each(files)("GitHub understands %s, and it lets nobody in", async (file) => {
  const source = sourceOf(file);
  expect((await checkedByGithub(source)).errors).toEqual([]);
  expect(workflowProblems(source)).toEqual([]);
});

test("an action is the same commit wherever it is used", () => {
  const used = [...new Set(files.flatMap((file) => actionsIn(sourceOf(file))))];
  const names = used.map((action) => action.split("@")[0]);
  expect(names).toHaveLength(new Set(names).size);
});

test("every push and every pull request is tested as anybody tests it, and asked about, with rights to read alone", () => {
  expect(ci.on).toEqual({ push: { branches: ["main"] }, pull_request: null });
  expect(Object.values(ci.jobs).map(({ permissions }) => permissions)).toEqual([
    { contents: "read" },
    { contents: "read" },
  ]);
  expect(Object.values(ci.jobs).map(commandsOf)).toEqual([[".ci/run"], ["npm run audit"]]);
});

test("a release begins with a tag; it is tested, asked about and built without a right to write", () => {
  expect(release.on).toEqual({ push: { tags: ["v*"] } });
  expect(release.jobs.build?.permissions).toEqual({ contents: "read" });
  const wanted = [
    "node scripts/release/checkTag.js",
    ".ci/run",
    "npm run audit",
    'npm run release -- "$RUNNER_TEMP/release"',
  ];
  expect(commandsOf(release.jobs.build).filter((command) => wanted.includes(command))).toEqual(wanted);
});

test("what was built is attested, then published with provenance, then put where users fetch it, each with no more rights than that", () => {
  const { build: _build, ...others } = release.jobs;
  expect(Object.entries(others).map(([name, { needs, permissions }]) => [name, needs, permissions])).toEqual([
    ["attest", "build", { "id-token": "write", attestations: "write" }],
    ["npm", "attest", { "id-token": "write" }],
    ["files", "npm", { contents: "write" }],
  ]);
  const [attestation] =
    others.attest?.steps.filter(({ uses }) => uses?.startsWith("actions/attest-build-provenance@")) ?? [];
  expect(attestation?.with).toEqual({ "subject-path": "release/*" });
  const publish = commandsOf(others.npm).at(-1);
  expect(publish).toBe("npm publish ./pulumi-platform-*.tgz --provenance --access public --ignore-scripts");
  expect(others.npm?.environment).toBe("npm");
});

test("no job hands on files without having looked at their checksums", () => {
  const { build: _build, ...others } = release.jobs;
  for (const [name, { steps }] of Object.entries(others)) {
    const got = steps.findIndex(({ uses }) => uses?.startsWith("actions/download-artifact@"));
    expect([name, steps[got + 1]?.run]).toEqual([name, "sha256sum --check --strict SHA256SUMS"]);
  }
});

test("a tag of this version is refused as long as the package does not say where it comes from", () => {
  const env = { PATH: process.env.PATH ?? "", GITHUB_REF_NAME: `v${version}`, GITHUB_REPOSITORY: "owner/name" };
  const { status, stderr } = spawnSync(process.execPath, ["scripts/release/checkTag.js"], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^package\.json names .*, and this is owner\/name: .*\n$/),
  ]);
});

describe("a workflow is refused", () => {
  const build = "  build:";
  const expression = (inner: string) => `\${{ ${inner} }}`;
  const checkout = /actions\/checkout@\S+ # \S+/;

  test.each<[string, string | RegExp, string, string]>([
    [
      "with an action by its tag",
      checkout,
      "actions/checkout@v7 # v7.0.1",
      "build has an action that is not pinned by its commit",
    ],
    [
      "with an action by a short commit",
      checkout,
      "actions/checkout@3d3c42e # v7.0.1",
      "build has an action that is not pinned by its commit",
    ],
    [
      "with an action of nobody knows which version",
      / # v7\.0\.1/,
      "",
      "No version stands behind actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1",
    ],
    [
      "that runs for strangers",
      "  push:\n",
      "  pull_request_target:\n  push:\n",
      "It is started by pull_request_target",
    ],
    [
      "that gives rights to all",
      "permissions: {}",
      "permissions: { contents: write }",
      "It gives permissions to all of its jobs",
    ],
    [
      "that leaves the rights to the repository's settings",
      "permissions: {}\n",
      "",
      "It gives permissions to all of its jobs",
    ],
    [
      "with a job that does so",
      "    permissions:\n      contents: read\n",
      "",
      "build says nothing of its permissions",
    ],
    [
      "that builds with a right to write",
      "      contents: read",
      "      contents: write",
      "build may write, and takes out code that it could run",
    ],
    [
      "that lets a stranger's words into a script",
      "run: .ci/run",
      `run: echo ${expression("github.event.head_commit.message")}`,
      "build has an expression in a script",
    ],
    [
      "that leaves its token to the build",
      "persist-credentials: false",
      "persist-credentials: true",
      "build leaves a token in the clone",
    ],
    [
      "that hands the build a secret",
      "run: .ci/run\n",
      `run: .ci/run\n        env:\n          TOKEN: ${expression("secrets.TOKEN")}\n`,
      "It has a secret",
    ],
    [
      "that hands the build a token",
      build,
      `  build:\n    env:\n      TOKEN: ${expression("github.token")}`,
      "build has an environment where code runs",
    ],
    [
      "that hands all jobs a token",
      "jobs:\n",
      `env:\n  TOKEN: ${expression("github.token")}\njobs:\n`,
      "It has an environment for all of its jobs",
    ],
    [
      "that builds with another run's cache",
      /(?<= )cache: false/,
      "cache: true",
      "build takes in what another run has left in a cache",
    ],
    [
      "that builds with packages of another run's cache",
      "package-manager-cache: false",
      "package-manager-cache: true",
      "build takes in what another run has left in a cache",
    ],
    [
      "that publishes by running the package's scripts",
      "run: npm publish",
      "run: npm test && npm publish",
      "npm may write, and runs code",
    ],
    ["without an end", "    timeout-minutes: 120\n", "", "build may run on for hours"],
    ["on a runner that changes", "ubuntu-24.04", "ubuntu-latest", "build runs on whatever is the latest"],
  ])("%s", (_what, from, to, problem) => {
    const source = sourceOf("release.yml");
    const changed = source.replace(from, () => to);
    expect(changed).not.toBe(source);
    expect(workflowProblems(changed).join("\n")).toContain(problem);
  });
});
