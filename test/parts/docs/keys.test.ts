import { deleteAsColleague, editAsColleague, statusWithKey } from "../../support/http";
import { describePage, printedLike } from "../../support/pageUnderTest";
import { stackUnderTest } from "../../support/stackUnderTest";

const yaml = (type: string, properties: object, options = {}) =>
  `resources: ${JSON.stringify({ it: { type: `vcluster-platform:index:${type}`, properties, options } })}`;

describePage(
  "docs/rotate-ci-keys.md",
  (page) => {
    const key = { user: "ci-bot", ttl: 3600, scope: { allowCli: true } };

    describe("a key near its expiry", () => {
      const given = stackUnderTest(() => ({ program: "yaml", source: yaml("OwnedAccessKey", key) }));

      test("is replaced, and the preview says why and when it expires", async () => {
        await given.stack.up(["--skip-preview"]);
        // The remaining lifetime is below this margin.
        given.stack.write(yaml("OwnedAccessKey", { ...key, rotateBeforeExpiry: 3599 }));
        const { stdout } = await given.stack.preview();
        const shown = page.block("it is replaced by a new one").with({ "2026-11-21T18:41:14Z": "…" });
        expect(stdout).toMatch(printedLike(shown.text));
      });
    });

    describe("two keys that are replaced in turn", () => {
      const block = page.block("export const tokens");
      const head = 'import { OwnedAccessKey } from "pulumi-vcluster-platform";\n';
      const source = page.block('"web-deploy"').text;
      const given = stackUnderTest(() => ({ program: "typescript", typecheck: true, source }));

      test("follow the key of the first program", async () => {
        await given.stack.up(["--skip-preview"]);
        expect(await given.stack.outputs()).toEqual({ token: "[secret]" });
        given.stack.write(head + block.text);
      });

      test("overlap: replacing one leaves the other valid", async () => {
        await given.stack.up(["--skip-preview"]);
        const tokens = async () => (await given.stack.outputs({ showSecrets: true })).tokens as [string, string];
        const [even, odd] = await tokens();
        given.stack.write(head + block.with({ "2026-11-01": "2026-12-01" }).text);
        await given.stack.up(["--skip-preview"]);
        const [newEven, sameOdd] = await tokens();
        expect(sameOdd).toBe(odd);
        const statuses = [even, newEven, odd].map((value) => statusWithKey(given.platform, value));
        expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
      });
    });

    describe("a key with a grace period", () => {
      const given = stackUnderTest(() => ({ program: "yaml", source: page.block("gracePeriod").text }));

      test("is created by the program of the page", async () => {
        expect((await given.stack.up(["--skip-preview"])).stdout).toContain("2 created");
      });
    });

    describe("a disabled key", () => {
      const given = stackUnderTest(() => ({ program: "yaml", source: yaml("OwnedAccessKey", key) }));

      test("is neither enabled nor replaced: the next up names who disabled it", async () => {
        await given.stack.up(["--skip-preview"]);
        const { name } = given.platform.store.list("ownedaccesskeys")[0]?.metadata ?? {};
        await editAsColleague(given.platform, `ownedaccesskeys/${name}`, { spec: { disabled: true } });
        await given.stack.refresh();
        const { exitCode, stdout } = await given.stack.up([], { expectSuccess: false });
        expect(exitCode).not.toBe(0);
        const shown = page.block("the key was disabled outside by");
        const here = shown.with({ "ci-4c1b2f9": String(name), "2026-11-21T17:41:14Z": "…" });
        expect(stdout).toMatch(printedLike(here.text));
      });
    });
    // The resource of another provider.
  },
  { except: 1 },
);

describePage("docs/how-it-works.md", (page) => {
  const template = (displayName: string) =>
    yaml("SpaceTemplate", { name: "web", displayName }, { customTimeouts: { delete: "1s" } });
  const given = stackUnderTest(() => ({ program: "yaml", source: template("one") }));

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    await editAsColleague(given.platform, "spacetemplates/web", { metadata: { finalizers: ["example.com/backup"] } });
  });

  test("a delete that times out names the finalizer", async () => {
    const { exitCode, stdout } = await given.stack.destroy([], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    expect(stdout).toMatch(printedLike(page.block("Cannot delete SpaceTemplate").with({ "600 s": "… s" }).text));
  });

  test("an object that is being deleted is not updated", async () => {
    await deleteAsColleague(given.platform, "spacetemplates/web");
    given.stack.write(template("two"));
    const { exitCode, stdout } = await given.stack.up([], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    expect(stdout).toContain('Cannot update SpaceTemplate "web": it is being deleted since');
  });
});
