import { unseenIn } from "../../../cli/listing";
import { editAsColleague } from "../../support/http";
import { describePage } from "../../support/pageUnderTest";
import { shellUnderTest } from "../../support/shellUnderTest";
import { stackUnderTest } from "../../support/stackUnderTest";
import { userEnvironment } from "../../support/userEnvironment";
import { installPackage } from "../../support/userInstall";

const dayMs = 24 * 60 * 60 * 1000;

describePage(
  "docs/detect-drift.md",
  (page) => {
    const properties = { name: "dev", displayName: "as declared" };
    const source = `resources: ${JSON.stringify({ dev: { type: "vcluster-platform:index:SpaceTemplate", properties } })}`;
    const given = stackUnderTest(() => ({ program: "yaml", source }));
    const shell = shellUnderTest(() => ({ dir: given.stack.dir, env: { ...given.stack.env, ...userEnvironment } }));

    beforeAll(async () => {
      await installPackage(shell);
      await given.stack.up(["--skip-preview"]);
    });

    test("the search ends with 0 without drift, and with 7, the field, the writer and both values with drift", async () => {
      const block = page.block("npx --no -- pulumi-vcluster-platform drift --stack dev");
      await shell.run(block);
      await editAsColleague(given.platform, "spacetemplates/dev", { spec: { displayName: "as ops likes it" } });
      const printed = await shell.run(block, { fails: [["npx --no -- pulumi-vcluster-platform drift", 7]] });
      for (const words of ["displayName", "as declared", "as ops likes it", "kubectl-edit"])
        expect(printed).toContain(words);
    });

    test("the note about access keys is that of the command", () => {
      const places = ["ci", "admin"].map((name) => ({ principal: { kind: "user", name } as const }));
      expect(page.block("note: The platform").text.trim()).toBe(`note: ${unseenIn({ places, searched: places })}`);
    });

    test("an ignored difference is still shown", async () => {
      const inAMonth = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
      const printed = await shell.run(page.block("--ignore").with({ "2026-12-31": inAMonth }));
      expect(printed).toContain("ops renames it");
    });
  },
  // The line for a crontab, which pipelines.test.ts runs.
  { except: 1 },
);
