import { writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../../support/command";
import { createAsColleague } from "../../support/http";
import { pageUnderTest } from "../../support/pageUnderTest";
import { stackUnderTest } from "../../support/stackUnderTest";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const page = pageUnderTest("docs/languages.md");
const program = page.block("LocalWorkspace");

describe("inline programs of the Automation API", () => {
  let west: RecordedPlatform;
  const given = stackUnderTest(() => ({ program: "typescript", source: "", env: {} }));
  const settingsOf = ({ baseUrl, accessKey }: RecordedPlatform) => ({
    VCLUSTER_PLATFORM_BASE_URL: baseUrl,
    VCLUSTER_PLATFORM_ACCESS_KEY: accessKey,
  });
  const withLabel = (platform: RecordedPlatform, name: string) =>
    createAsColleague(platform, "spacetemplates", {
      kind: "SpaceTemplate",
      metadata: { name, labels: { team: "web" } },
    });

  beforeAll(async () => {
    west = await startRecorded();
    await withLabel(given.platform, "of-east");
    await withLabel(west, "of-west");
  });
  afterAll(() => west?.close());

  /** Runs the program of the page with other lines at its end. */
  async function run(text: string, lines: string, env: Record<string, string> = {}) {
    writeFileSync(path.join(given.stack.dir, "teams.ts"), `${text}\n${lines}\n`);
    const { VCLUSTER_PLATFORM_BASE_URL: _url, VCLUSTER_PLATFORM_ACCESS_KEY: _key, ...others } = given.stack.env;
    const tsx = require.resolve("tsx/cli");
    return runCommand(process.execPath, [tsx, "teams.ts"], { cwd: given.stack.dir, env: { ...others, ...env } });
  }

  test("run stacks of two platforms in one process, each with its own settings", async () => {
    const settings = [given.platform, west].map(({ baseUrl, accessKey }) => JSON.stringify([baseUrl, accessKey]));
    const lines = `
      Promise.all([deploy("east", ...${settings[0]} as [string, string]), deploy("west", ...${settings[1]} as [string, string])]).then((all) =>
        console.log("FOUND " + JSON.stringify(all.map(({ templates, token }) => [templates.value, token.secret]))),
      );`;
    const { stdout } = await run(program.text, lines);
    expect(stdout).toContain('FOUND [[["of-east"],true],[["of-west"],true]]');
    for (const platform of [given.platform, west]) expect(platform.store.list("ownedaccesskeys")).toHaveLength(1);
  });

  test("hand envVars to resources, not to functions of the classes", async () => {
    const start = program.with({
      'projectName: "teams", program }': 'projectName: "others", program }, { envVars: JSON.parse(baseUrl) }',
      "await stack.setAllConfig({": "void ({",
    });
    const lines = (stack: string) =>
      `deploy("${stack}", ${JSON.stringify(JSON.stringify(settingsOf(given.platform)))}, "").then(({ templates }) => console.log("FOUND " + templates.value), (error) => console.log(error.message));`;
    const { stdout } = await run(start.text, lines("alone"));
    expect(stdout).toContain("baseUrl is not set.");
    expect(stdout).toContain("In an inline program, set it in the stack's configuration with stack.setConfig.");
    expect((await run(start.text, lines("mixed"), settingsOf(west))).stdout).toContain("FOUND of-west");
    expect(given.platform.store.list("ownedaccesskeys")).toHaveLength(2);
    expect(west.store.list("ownedaccesskeys")).toHaveLength(1);
  });
});
