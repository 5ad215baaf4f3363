import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root, testEnvironment } from "../../support/environment";
import { type Block, pageUnderTest } from "../../support/pageUnderTest";
import { createProject } from "../../support/project";
import { shellUnderTest } from "../../support/shellUnderTest";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

/** What `npm install --save-dev jest ts-jest` puts into a project. */
const installed = ["jest", "ts-jest", "@jest/globals"];
const programs = ["jest"];

function linkTools(modules: string): void {
  const links = [...installed, ...programs.map((name) => path.join(".bin", name))];
  for (const name of links) {
    const link = path.join(modules, name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, "node_modules", name), link);
  }
}

const page = pageUnderTest("docs/languages.md");

describe("unit tests", () => {
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

  test("the page's test runs in Jest", async () => {
    writeFileSync(path.join(dir, "jest.config.js"), 'module.exports = { preset: "ts-jest" };');
    write("team.test.ts", page.block("@jest/globals"));
    expect(await shell.run({ text: "npx jest", place: "after the page" })).toMatch(/Tests: +1 passed, 1 total/);
  });
});
