import { editAsColleague } from "../../../support/http";
import { linkPrograms } from "../../../support/linkPrograms";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { pageUnderTest } from "../support/pageUnderTest";
import { shellUnderTest } from "../support/shellUnderTest";

const properties = { name: "dev", displayName: "as declared" };
const source = `resources: ${JSON.stringify({ dev: { type: "platform:index:SpaceTemplate", properties } })}`;

const page = pageUnderTest("docs/drift.md");
const given = stackUnderTest(() => ({ program: "yaml", source }));
const shell = shellUnderTest(() => given.stack);

const dayMs = 24 * 60 * 60 * 1000;
const inAMonth = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);

beforeAll(async () => {
  linkPrograms(given.stack.dir);
  await given.stack.up(["--skip-preview"]);
});

test("a stack is compared with the platform: 0 where it is clean; 7, the field, who and what where it is not", async () => {
  const block = page.block("npx pulumi-platform drift --stack dev");
  await shell.run(block);
  await editAsColleague(given.platform, "spacetemplates/dev", { spec: { displayName: "as ops likes it" } });
  const printed = await shell.run(block, { fails: [["npx pulumi-platform drift", 7]] });
  for (const said of ["displayName", "as declared", "as ops likes it", "kubectl-edit"]) expect(printed).toContain(said);
});

test("a difference is accepted for a while, and still shown", async () => {
  const block = page.block("--ignore").with({ "2026-12-31": inAMonth });
  const printed = await shell.run(block);
  expect(printed).toContain("ops renames it");
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
