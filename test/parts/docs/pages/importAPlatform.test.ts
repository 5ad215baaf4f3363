import { mkdirSync } from "node:fs";
import path from "node:path";
import { root } from "../../../support/environment";
import { createAsColleague, writesOf } from "../../../support/http";
import { linkPrograms } from "../../../support/linkPrograms";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { withoutOwnPrograms } from "../../../support/withoutOwnPrograms";
import { pageUnderTest } from "../support/pageUnderTest";
import { shellUnderTest } from "../support/shellUnderTest";

const page = pageUnderTest("docs/import-a-platform.md");
// A user begins with an empty folder: of the stack only the environment is used.
const given = stackUnderTest(() => ({ program: "yaml", source: "resources: {}" }));
const shell = shellUnderTest(() => {
  const { PLATFORM_BASE_URL: _address, PLATFORM_ACCESS_KEY: _key, ...env } = withoutOwnPrograms(given.stack.env);
  const dir = path.join(given.stack.folder, "empty");
  mkdirSync(dir);
  linkPrograms(dir);
  return { dir, env };
});

test("from an empty folder, all that is on a platform is taken into a stack, and nothing is written to it", async () => {
  const { platform } = given;
  await createAsColleague(platform, "spacetemplates", { kind: "SpaceTemplate", metadata: { name: "base" } });
  await createAsColleague(platform, "ownedaccesskeys", {
    kind: "OwnedAccessKey",
    metadata: { name: "ci-bot" },
    spec: { user: "ci-bot", ttl: 3600 },
  });
  await shell.run(
    page
      .block("export PLATFORM_BASE_URL")
      .with({ "https://platform.example.com": platform.baseUrl, "…": platform.accessKey }),
  );
  await shell.run(page.block("pulumi stack init dev").with({ "<this repo>": root }));
  const printed = await shell.run(page.block("npx pulumi-platform import --all --program yaml"));
  const next = page.block("pulumi import --file import.json");
  for (const line of next.text.split("\n")) expect(printed).toContain(line);
  expect(await shell.run(next)).toContain("3 unchanged");
  expect(writesOf(platform)).toEqual([]);
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
