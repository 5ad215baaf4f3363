import { statusWithKey } from "../../support/http";
import { pageUnderTest } from "../../support/pageUnderTest";
import { quickStart } from "../../support/quickStart";
import { stackUnderTest } from "../../support/stackUnderTest";

// It installs packages.
jest.setTimeout(300_000);

const page = pageUnderTest("docs/tutorial.md");
const given = stackUnderTest(() => ({ program: "yaml", source: "resources: {}" }));
const { shell, address } = quickStart(page, "new VirtualClusterImport", given);

test("the key reads its project only", async () => {
  expect(await shell.run(page.block("$api/projects/default"))).toContain('"kind":"Project"');
  const key = (await shell.run({ text: 'printf %s "$token"', place: "after the block" })).trim();
  expect(await statusWithKey({ ...given.platform, baseUrl: address() }, key)).toBe(403);
});

test("a change by hand is reported and repaired", async () => {
  const fails: [string, number][] = [["npx --no -- pulumi-vcluster-platform drift", 7]];
  expect(await shell.run(page.block("curl -sS -X PATCH"), { fails })).toContain("Changed by hand");
  await shell.run(page.block("pulumi up --refresh"));
  await shell.run({ text: "pulumi refresh --preview-only --expect-no-changes", place: "after the block" });
});

test("destroy and stack rm clean up", async () => {
  expect(await shell.run(page.block("pulumi destroy"))).toContain("4 deleted");
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
