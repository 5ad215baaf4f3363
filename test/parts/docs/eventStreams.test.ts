import { readFileSync } from "node:fs";
import path from "node:path";
import { driftCommand } from "../../support/driftCommand";
import { root } from "../../support/environment";
import { stackUnderTest } from "../../support/stackUnderTest";

describe("what pulumi and our commands print of the events of a program in TypeScript", () => {
  const source = `
    import { OwnedAccessKey } from "pulumi-vcluster-platform";
    new OwnedAccessKey("ci", { name: "ci", user: "bot", ttl: 3600 });`;
  const given = stackUnderTest(() => ({ program: "typescript", source }));
  const key = () => String(given.platform.store.get("ownedaccesskeys", "ci")?.spec?.key);
  const streaming = { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" };

  beforeAll(() => given.stack.up(["--skip-preview"]));

  test.each<[string, Record<string, string>, shown: boolean]>([
    ["up --yes --skip-preview --json", {}, true],
    ["refresh --yes --skip-preview --run-program --json", {}, true],
    ["preview --json", streaming, true],
    ["preview --json", {}, false],
    ["up --yes --skip-preview", {}, false],
  ])("pulumi %s with %j shows the key: %p", async (args, env, shown) => {
    const { stdout, stderr } = await given.stack.pulumi(args.split(" "), { env });
    expect((stdout + stderr).includes(key())).toBe(shown);
  });

  test("drift shows no key, also with a program that runs and with --fix", async () => {
    for (const options of [["--run-program"], ["--fix"]]) {
      const { stdout, stderr, report } = await driftCommand(given.stack, options);
      expect(stdout + stderr + JSON.stringify(report)).not.toContain(key());
    }
  });

  test.each(["README.md", "docs/security.md"])("%s names both switches", (file) => {
    const page = readFileSync(path.join(root, file), "utf8");
    expect(page).toContain("`--json`");
    expect(page).toContain("PULUMI_ENABLE_STREAMING_JSON_PREVIEW");
  });
});
