import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { createFor } from "../../cli/stackOfTest";
import { editAsColleague } from "../../support/http";
import { describePage } from "../../support/pageUnderTest";
import { projectName } from "../../support/project";
import { shellUnderTest } from "../../support/shellUnderTest";
import { stackUnderTest } from "../../support/stackUnderTest";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { linkPrograms } from "./support/linkPrograms";

const keysOn = ({ store }: RecordedPlatform) => store.list("ownedaccesskeys").map(({ spec }) => String(spec.key));
const unset = { VCLUSTER_PLATFORM_BASE_URL: "", VCLUSTER_PLATFORM_ACCESS_KEY: "" };

describePage("docs/recipes.md", (page) => {
  describe("a hook before the old key is deleted", () => {
    const source = page.block("beforeDelete").text;
    const given = stackUnderTest(() => ({ program: "typescript", typecheck: true, source }));
    const compiled = { env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" }, expectSuccess: false };
    const script = (text: string) =>
      writeFileSync(path.join(given.stack.dir, "check-deploy.sh"), `#!/bin/sh\n${text}\n`, { mode: 0o755 });

    test("keeps the old key if it fails", async () => {
      script("cat > checked; exit 1");
      await given.stack.up(["--skip-preview"]);
      const before = keysOn(given.platform);
      await given.stack.setConfig({ generation: "2" });
      const { exitCode, stdout } = await given.stack.up(["--skip-preview"], compiled);
      expect(exitCode).not.toBe(0);
      expect(stdout).toContain('before hook "new-key-works" failed: Command failed: ./check-deploy.sh');
      expect(before).toHaveLength(1);
      expect(keysOn(given.platform)).toEqual(expect.arrayContaining(before));
      expect(keysOn(given.platform)).toHaveLength(2);
    });

    test("gets the new key, and the next up deletes the old one", async () => {
      script("cat > checked");
      const { stdout } = await given.stack.up(["--skip-preview"], { ...compiled, expectSuccess: true });
      const { token } = await given.stack.outputs({ showSecrets: true });
      expect(keysOn(given.platform)).toEqual([token]);
      expect(readFileSync(path.join(given.stack.dir, "checked"), "utf8")).toBe(token);
      expect(stdout).not.toContain(token);
    });
  });

  describe("a trigger by date", () => {
    const given = stackUnderTest(() => ({ program: "yaml", source: page.block("replacementTrigger").text }));
    const shell = shellUnderTest(() => given.stack);
    const up = page.block("--config month");

    test("replaces the key in the next month", async () => {
      await shell.run(up.with({ "$(date +%Y-%m)": "2026-10" }));
      const before = keysOn(given.platform);
      await shell.run(up);
      const after = keysOn(given.platform);
      expect([before.length, after.length, before[0] === after[0]]).toEqual([1, 1, false]);
    });
  });

  describe("an environment of Pulumi ESC", () => {
    const environment = page.block("fn::secret");
    const template = "resources: { dev: { type: 'vcluster-platform:index:SpaceTemplate', properties: { name: dev } } }";
    const given = stackUnderTest(() => ({ program: "yaml", source: template, env: unset }));

    test("is named by the stack's file", () => {
      expect(load(page.block("environment: [").text)).toEqual({ environment: ["web/platform"] });
    });

    // Pulumi Cloud evaluates environments; `pulumi` then sets variables and adds the configuration.
    test("gives the address to the configuration, and a key to every command that no state has", async () => {
      const { baseUrl, accessKey } = given.platform;
      const { values } = load(environment.with({ "…": accessKey, "https://platform.example.com": baseUrl }).text) as {
        values: { platform: { key: object }; environmentVariables: object; pulumiConfig: Record<string, string> };
      };
      expect(values.environmentVariables).toEqual({ VCLUSTER_PLATFORM_ACCESS_KEY: `\${platform.key}` });
      expect(values.platform).toEqual({ key: { "fn::secret": accessKey } });
      await given.stack.setConfig(values.pulumiConfig);
      await given.stack.up(["--skip-preview"], { env: { VCLUSTER_PLATFORM_ACCESS_KEY: accessKey } });
      const { resources = [] } = (await given.stack.exportState()).deployment;
      const provider = resources.find(({ type }) => type.startsWith("pulumi:providers:"));
      expect(provider?.inputs).toEqual({ baseUrl });
    });
  });

  describe("two platforms", () => {
    const program = page.block("envVarMappings");
    let west: RecordedPlatform;
    beforeAll(async () => {
      west = await startRecorded({ accessKey: "key-of-the-west" });
    });
    afterAll(() => west.close());
    const given = stackUnderTest(() => ({ program: "yaml", source: "resources: {}", env: unset }));
    const shell = shellUnderTest(() => {
      const { dir, env } = given.stack;
      linkPrograms(dir);
      return { dir, env: { ...env, EAST_KEY: given.platform.accessKey, WEST_KEY: west.accessKey } };
    });
    const namesOn = ({ store }: RecordedPlatform) => store.list("spacetemplates").map(({ spec }) => spec.displayName);

    test("get their own objects, each with the key of its own variable, which is in no state", async () => {
      const addresses = {
        "https://east.example.com": given.platform.baseUrl,
        "https://west.example.com": west.baseUrl,
      };
      given.stack.write(program.with(addresses).text);
      await shell.run({ text: "pulumi up --yes --skip-preview", place: "after the page" });
      expect([given.platform, west].map(namesOn)).toEqual([["East"], ["West"]]);
      expect(given.stack.rawStateFile()).not.toContain('"accessKey":');
    });

    test("a refresh and drift show the field; drift alone names the writer and an orphan", async () => {
      await editAsColleague(west, "spacetemplates/dev", { spec: { displayName: "as ops likes it" } });
      await createFor(west, [projectName, "dev"], "SpaceTemplate", { name: "lost" });
      const { text, place } = page.block("--expect-no-changes");
      const printed: string[] = [];
      for (const command of text.trim().split("\n"))
        printed.push(await shell.run({ text: command, place }, { fails: [[command, 7]] }));
      const shown = (words: string) => printed.map((each) => each.includes(words));
      expect([shown("displayName"), shown("kubectl-edit"), shown('"lost"')]).toEqual([
        [true, true],
        [false, true],
        [false, true],
      ]);
    });
  });
});
