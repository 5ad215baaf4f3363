import { createAsColleague } from "../../../support/http";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { pageUnderTest } from "../support/pageUnderTest";
import { shellUnderTest } from "../support/shellUnderTest";

const source = 'resources: { dev: { type: "platform:index:SpaceTemplate", properties: { name: dev } } }';

const page = pageUnderTest("docs/previews.md");
const given = stackUnderTest(() => ({ program: "yaml", source }));
const shell = shellUnderTest(() => given.stack);

test("with the setting a preview shows what only the platform knows, and stores nothing", async () => {
  await createAsColleague(given.platform, "spacetemplates", { kind: "SpaceTemplate", metadata: { name: "dev" } });
  await given.stack.preview();
  await shell.run(page.block("pulumi config set platform:serverSideDryRun true"));
  const before = given.platform.store.resourceVersion;
  const { exitCode, stdout } = await given.stack.preview([], { expectSuccess: false });
  expect(exitCode).not.toBe(0);
  expect(stdout).toContain("an object of this name exists already");
  expect(given.platform.store.resourceVersion).toBe(before);
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
