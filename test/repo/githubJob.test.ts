import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { playGithubJob } from "../parts/docs/pipelines/githubJob";
import { readGithubWorkflow } from "../parts/docs/pipelines/githubWorkflow";

const dir = mkdtempSync(path.join(tmpdir(), "pulumi-platform-job-"));
afterAll(() => rmSync(dir, { recursive: true }));

const head = `
name: Test
on: { schedule: [{ cron: "17 5 * * *" }], workflow_dispatch: null }
permissions: {}
concurrency: { group: one, cancel-in-progress: false }
jobs:
  job:
    runs-on: ubuntu-latest
    permissions: { contents: read }
    strategy: { fail-fast: false, matrix: { stack: [dev, prod] } }
    defaults: { run: { shell: bash } }
    steps:
`;

/** Plays a job of these steps: the name, what became of it and what it printed, for each of them. */
async function play(...steps: string[]) {
  const workflow = await readGithubWorkflow(head + steps.map((step) => `      - ${step}\n`).join(""));
  const env = { PATH: process.env.PATH ?? "", TMPDIR: dir };
  const settings = { vars: { GREETING: "hello" }, secrets: { WORD: "open" }, notRun: ["npm ci"] };
  const { result, summary, steps: over } = await playGithubJob(workflow, "job", { dir, env, ...settings });
  const told = over.map(({ outcome, printed }) => `${outcome}${printed ? `: ${printed.stdout.trim()}` : ""}`);
  return { result, summary, told, with: over.map((step) => step.with) };
}

test("a step that fails skips those after it, but for those whose condition says otherwise", async () => {
  const { result, told } = await play(
    "{ id: first, run: 'echo a; false; echo b' }",
    "{ run: 'echo plain' }",
    "{ if: 'failure()', run: 'echo failure' }",
    "{ if: '!cancelled()', run: 'echo not cancelled' }",
    "{ if: 'always() && steps.first.outcome == ''success''', run: 'echo never' }",
    "{ if: 'true', run: 'echo never' }",
  );
  expect(told).toEqual(["failure: a", "skipped", "success: failure", "success: not cancelled", "skipped", "skipped"]);
  expect(result).toBe("failure");
});

test("a command that fails in a pipe fails the step", async () => {
  expect((await play("{ run: 'false | echo a' }")).told).toEqual(["failure: a"]);
});

test("outputs, the environment and the summary go on to later steps and the job", async () => {
  const { result, told, summary } = await play(
    `{ id: out, run: "printf 'code=7\\ntext<<end\\ntwo\\nlines\\nend\\n' >> $GITHUB_OUTPUT; echo A=a=b >> $GITHUB_ENV; echo '# One' >> $GITHUB_STEP_SUMMARY" }`,
    `{ run: 'echo $A $CODE $TEXT', env: { CODE: '\${{ steps.out.outputs.code }}', TEXT: '\${{ steps.out.outputs.text }}' } }`,
    "{ run: 'echo \"# Two\" >> $GITHUB_STEP_SUMMARY' }",
  );
  expect(told).toEqual(["success: ", "success: a=b 7 two lines", "success: "]);
  expect({ result, summary }).toEqual({ result: "success", summary: "# One\n# Two\n" });
});

test("expressions see the repository's settings and the first entry of the matrix", async () => {
  const env = `{ TEXT: '\${{ vars.GREETING }} \${{ matrix.stack }}, \${{ secrets.WORD }}\${{ vars.NONE }}' }`;
  expect((await play(`{ run: 'echo $TEXT', env: ${env} }`)).told).toEqual(["success: hello dev, open"]);
});

test("actions and the commands that are named are told of, not run", async () => {
  const { told, with: inputs } = await play(
    `{ uses: actions/checkout@v6, with: { ref: '\${{ matrix.stack }}' } }`,
    "{ run: npm ci }",
    "{ if: 'failure()', uses: actions/checkout@v6 }",
  );
  expect(told).toEqual(["not run", "not run", "skipped"]);
  expect(inputs[0]).toEqual({ ref: "dev" });
});

test.each([
  ["a mistake that GitHub finds", "{ if: 'canceled()', run: 'true' }"],
  ["what is not played here", "{ run: 'true', continue-on-error: true }"],
  ["an expression in a script", `{ run: 'echo \${{ vars.GREETING }}' }`],
])("a workflow with %s is refused", async (_what, step) => {
  await expect(play(step)).rejects.toThrow();
});
