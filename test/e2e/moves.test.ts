import type { DeclaredResource } from "../support/everyResource";
import { statusWithKey, writesOf } from "../support/http";
import { dynamicProgram, pluginProgram } from "../support/movePrograms";
import { describeMove, dynamicTypes, exportedKeyOf, resourcesOf } from "../support/moves";
import { writeProgram } from "../support/project";
import { stackUnderTest } from "../support/stackUnderTest";

describeMove({ omitEmpty: false });

describe("a move together with other changes", () => {
  const keys = ["unfinished", "finished"];
  const program = (displayName: string): DeclaredResource[] => [
    { type: "SpaceTemplate", name: "template", inputs: { name: "template", displayName } },
    { type: "SpaceTemplate", name: "untouched", inputs: { name: "untouched" } },
    ...keys.map((name) => ({ type: "OwnedAccessKey", name, inputs: { name, user: "ci", ttl: 3600, scope: {} } })),
  ];
  const given = stackUnderTest(() => ({
    program: "typescript",
    source: dynamicProgram(program("one")),
    platform: { hideKeys: true },
  }));
  beforeAll(async () => {
    const { faults } = given.platform;
    faults.add({ method: "POST", name: "unfinished", action: "reset-after" });
    faults.add({ method: "GET", name: "unfinished", times: 100, action: { status: 403 } });
    const { exitCode } = await given.stack.up(["--skip-preview", "--continue-on-error"], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    faults.clear();
  });
  beforeEach(() => {
    given.platform.requests.length = 0;
  });

  test("updates the changed resource, finishes the unfinished one, and accepts an explicit provider", async () => {
    const { uid } = given.platform.store.get("spacetemplates", "template")?.metadata ?? {};
    writeProgram(given.stack.dir, "yaml", pluginProgram(program("two"), { hasProvider: true }));
    const { stdout, stderr } = await given.stack.up(["--skip-preview"]);
    expect(stdout + stderr).not.toContain('"[secret]"');
    expect(stdout + stderr).toContain('OwnedAccessKey "unfinished" was created, but the response was lost');
    expect(writesOf(given.platform).sort()).toEqual([
      "DELETE ownedaccesskeys/unfinished",
      "PATCH spacetemplates/template",
      "POST ownedaccesskeys",
    ]);
    expect(given.platform.store.get("spacetemplates", "template")?.metadata.uid).toBe(uid);
    const after = await resourcesOf(given.stack);
    expect(dynamicTypes(after)).toEqual([]);
    for (const name of keys) {
      expect(await statusWithKey(given.platform, exportedKeyOf(after[name]))).toBe(200);
    }
    await given.stack.up(["--expect-no-changes"]);
  });
});
