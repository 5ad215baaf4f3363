import { deleteAsColleague, editAsColleague } from "../../../support/http";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { pageUnderTest } from "../support/pageUnderTest";
import { printedLike } from "../support/printedLike";

const page = pageUnderTest("docs/deletion.md");
const template = (displayName: string) =>
  `resources: ${JSON.stringify({
    web: {
      type: "platform:index:SpaceTemplate",
      properties: { name: "web", displayName },
      options: { customTimeouts: { delete: "1s" } },
    },
  })}`;
const given = stackUnderTest(() => ({ program: "yaml", source: template("one") }));

beforeAll(async () => {
  await given.stack.up(["--skip-preview"]);
  await editAsColleague(given.platform, "spacetemplates/web", { metadata: { finalizers: ["example.com/backup"] } });
});

test("a delete that runs out of time says what holds the object", async () => {
  const { exitCode, stdout } = await given.stack.destroy([], { expectSuccess: false });
  expect(exitCode).not.toBe(0);
  expect(stdout).toMatch(printedLike(page.block("Cannot delete SpaceTemplate").with({ "600 s": "… s" }).text));
});

test("what is being deleted is not updated", async () => {
  await deleteAsColleague(given.platform, "spacetemplates/web");
  given.stack.write(template("two"));
  const { exitCode, stdout } = await given.stack.up([], { expectSuccess: false });
  expect(exitCode).not.toBe(0);
  const said = page.block("Cannot update SpaceTemplate").with({ "2026-01-31T10:02:00Z": "…" });
  expect(stdout).toMatch(printedLike(said.text));
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
