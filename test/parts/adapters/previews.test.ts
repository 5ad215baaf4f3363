import path from "node:path";
import { unknownOnWire } from "../../support/pluginDriver";
import { programAdapters } from "../../support/programAdapters";
import type { ProgramKind } from "../../support/project";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const templateIn = (kind: ProgramKind, inputs: object, options?: Record<string, unknown>) =>
  resourcePrograms[kind]({ web: { inputs: { ...inputs }, ...(options && { options }) } }, { name: `\${web.name}` });

describe.each(programAdapters)("with %s", (_, kind) => {
  const onPlugin = kind === "yaml";

  describe("a made-up name", () => {
    const given = stackUnderTest(() => ({ program: kind, source: templateIn(kind, {}) }));

    test("is in a saved plan the name of the update on the plugin, else unknown", async () => {
      const plan = path.join(given.stack.dir, "plan.json");
      const { stdout } = await given.stack.preview(["--json", "--save-plan", plan]);
      const steps: { newState: { inputs?: { name?: string } } }[] = JSON.parse(stdout).steps;
      const planned = steps.map(({ newState }) => newState.inputs?.name).find((each) => each !== undefined);
      await given.stack.up(["--skip-preview", "--plan", plan]);
      const { name } = await given.stack.outputs();
      expect(name).toMatch(/^web-[0-9a-f]{7}$/);
      expect(planned).toBe(onPlugin ? name : unknownOnWire);
    });

    test("follows the engine's autonaming settings on the plugin only", async () => {
      await given.stack.destroy(["--skip-preview"]);
      await given.stack.pulumi(["config", "set", "--path", "pulumi:autonaming.mode", "verbatim"]);
      await given.stack.up(["--skip-preview"]);
      expect((await given.stack.outputs()).name).toMatch(onPlugin ? /^web$/ : /^web-[0-9a-f]{7}$/);
    });
  });

  describe("a saved plan", () => {
    const program = (user: string) =>
      resourcePrograms[kind]({
        key: { type: "OwnedAccessKey", inputs: { user } },
        plain: { inputs: { description: `\${key.uid}`, labels: { owner: "web" } } },
        secret: { inputs: { description: `\${key.key}`, displayName: `\${plain.name}` } },
      });
    const given = stackUnderTest(() => ({ program: kind, source: program("ci") }));

    test.each(["ci", "another"])("holds for made-up names and for secrets of the run: user %s", async (user) => {
      given.stack.write(program(user));
      const plan = path.join(given.stack.dir, "plan.json");
      await given.stack.preview(["--save-plan", plan]);
      await given.stack.up(["--skip-preview", "--plan", plan]);
      const [key] = given.platform.store.list("ownedaccesskeys").filter(({ spec }) => spec?.user === user);
      const texts = given.platform.store.list("spacetemplates").map(({ spec }) => spec?.description);
      expect(texts.sort()).toEqual([key?.metadata.uid, key?.spec?.key].sort());
    });
  });
});
