import { writesOf } from "../../support/http";
import { programAdapters } from "../../support/programAdapters";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const canary = "canary-access-key-0123456789";

describe.each(programAdapters)("errors of %s", (_, kind) => {
  const source = resourcePrograms[kind]({ res: { inputs: { name: "there" } } });
  const given = stackUnderTest(() => ({ program: kind, source, platform: { accessKey: canary } }));

  test("an unreachable platform fails a refresh, which drops nothing, but no preview that needs no response", async () => {
    await given.stack.up(["--skip-preview"]);
    const env = { VCLUSTER_PLATFORM_BASE_URL: "http://127.0.0.1:1" };
    await given.stack.preview(["--expect-no-changes"], { env });
    const { exitCode, stdout, stderr } = await given.stack.refresh([], { env, expectSuccess: false });
    expect(exitCode).not.toBe(0);
    expect((stdout + stderr).replace(/\s+/g, " ")).toMatch(/refused.*vcluster-platform:baseUrl/);
    // No stack trace.
    expect(stdout + stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
    await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
    expect(writesOf(given.platform)).toEqual(["POST spacetemplates"]);
    expect(given.stack.rawStateFile() + given.stack.allOutput()).not.toContain(canary);
  });
});
