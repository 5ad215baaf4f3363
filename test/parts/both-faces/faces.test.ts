import path from "node:path";
import { encryptedIn } from "../../support/encryptedParts";
import { createAsColleague } from "../../support/http";
import type { ProgramKind } from "../../support/project";
import { stackUnderTest } from "../../support/stackUnderTest";

const languages = ["yaml", "typescript"] as const;

/** A program with one template, and what is said of it beside its class. */
const templateIn = (language: ProgramKind, inputs: string, options = "{}") =>
  language === "yaml"
    ? `resources: { web: { type: "platform:index:SpaceTemplate", properties: ${inputs}, options: ${options} } }\noutputs: { name: "\${web.name}" }`
    : `import { SpaceTemplate } from "pulumi-platform";\nexport const name = new SpaceTemplate("web", ${inputs}, ${options}).name;`;

describe("the option import takes what is there, but not into a dynamic resource", () => {
  describe.each(languages)("in %s", (language) => {
    const given = stackUnderTest(() => ({
      program: language,
      source: templateIn(language, '{ name: "there", displayName: "There" }', '{ import: "there" }'),
      typecheck: false,
    }));

    test("it does so", async () => {
      await createAsColleague(given.platform, "spacetemplates", {
        kind: "SpaceTemplate",
        metadata: { name: "there" },
        spec: { displayName: "There" },
      });
      const { exitCode, stdout, stderr } = await given.stack.up(["--skip-preview"], { expectSuccess: false });
      const [ends, said] =
        language === "yaml" ? [0, "1 imported"] : [1, "Cannot read properties of undefined (reading 'toJavaScript')"];
      expect([exitCode, stdout + stderr]).toEqual([ends, expect.stringContaining(said)]);
    });
  });
});

describe.each(languages)("a made-up name in %s", (language) => {
  const given = stackUnderTest(() => ({
    program: language,
    source: templateIn(language, "{}"),
    typecheck: false,
  }));

  test("follows the autonaming settings of the engine on the plugin, and is resource name and suffix else", async () => {
    await given.stack.pulumi(["config", "set", "--path", "pulumi:autonaming.mode", "verbatim"]);
    await given.stack.up(["--skip-preview"]);
    const { name } = await given.stack.outputs();
    expect(name).toMatch(language === "yaml" ? /^web$/ : /^web-[0-9a-f]{7}$/);
  });
});

describe.each(languages)("a saved plan in %s", (language) => {
  const given = stackUnderTest(() => ({ program: language, source: templateIn(language, "{}"), typecheck: false }));

  test("has the name that the update makes on the plugin, and another one else", async () => {
    const plan = path.join(given.stack.dir, "plan.json");
    const { stdout } = await given.stack.preview(["--json", "--save-plan", plan]);
    const steps: { newState: { inputs?: { name?: string } } }[] = JSON.parse(stdout).steps;
    const planned = steps.map(({ newState }) => newState.inputs?.name).find((each) => each !== undefined);
    expect(planned).toMatch(/^web-[0-9a-f]{7}$/);
    await given.stack.up(["--skip-preview", ...(language === "yaml" ? ["--plan", plan] : [])]);
    const { name } = await given.stack.outputs();
    expect(name === planned).toBe(language === "yaml");
  });
});

describe.each(languages)("a secret label in %s", (language) => {
  const secret = language === "yaml" ? '{ "fn::secret": "canary-0123456789" }' : 'pulumi.secret("canary-0123456789")';
  const given = stackUnderTest(() => ({
    program: language,
    source: `${language === "yaml" ? "" : 'import * as pulumi from "@pulumi/pulumi";\n'}${templateIn(language, `{ labels: { team: ${secret}, stage: "plain" } }`)}`,
    typecheck: false,
  }));

  test("is encrypted alone on the plugin, and all labels are else", async () => {
    await given.stack.up(["--skip-preview"]);
    const { deployment } = await given.stack.exportState();
    const { labels } = deployment.resources?.find(({ type }) => type.endsWith("SpaceTemplate"))?.inputs ?? {};
    expect(encryptedIn({ labels })).toEqual([language === "yaml" ? "labels.team" : "labels"]);
  });
});
