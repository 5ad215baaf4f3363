import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root, testEnvironment } from "../../support/environment";
import { type Block, describePage } from "../../support/pageUnderTest";
import { createProject } from "../../support/project";
import { shellUnderTest } from "../../support/shellUnderTest";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

/** What `npm install --save-dev jest ts-jest` puts into a project. */
const installed = ["jest", "ts-jest", "@jest/globals"];
const programs = ["jest", "tsc"];

function linkTools(modules: string): void {
  const links = [...installed, ...programs.map((name) => path.join(".bin", name))];
  for (const name of links) {
    const link = path.join(modules, name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, "node_modules", name), link);
  }
}

describePage("docs/unit-tests.md", (page) => {
  let platform: RecordedPlatform;
  const dir = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-"));
  const env: Record<string, string> = testEnvironment(dir);
  const write = (name: string, { text }: Block) => writeFileSync(path.join(dir, name), text);

  beforeAll(async () => {
    platform = await startRecorded();
    Object.assign(env, {
      VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl,
      VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey,
    });
    createProject(dir, "typescript");
    linkTools(path.join(dir, "node_modules"));
    write("team.ts", page.block("class Team"));
  });
  afterAll(async () => {
    await platform?.close();
    rmSync(dir, { recursive: true, force: true });
  });
  afterEach(() => expect(platform.requests).toEqual([]));

  const shell = shellUnderTest(() => ({ dir, env }));

  test("the tests run in Jest", async () => {
    write("jest.config.js", page.block("ts-jest"));
    write("team.test.ts", page.block("@jest/globals"));
    expect(await shell.run(page.block("npx jest"))).toMatch(/Tests: +1 passed, 1 total/);
  });

  test("the tests run in Node's test runner", async () => {
    write("team.test.ts", page.block("node:test"));
    write("tsconfig.test.json", page.block('"files"'));
    expect(await shell.run(page.block("node --test"))).toMatch(/^# pass 1$/m);
  });
});
