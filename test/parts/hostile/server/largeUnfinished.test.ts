import { stackUnderTest } from "../../../support/stackUnderTest";
import { templatePrograms } from "../../../support/templatePrograms";

// Close to what a platform stores at most. The state of an unfinished create travels in the headers of gRPC, with the text in it twice.
const objects = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: large\ndata:\n  text: ${"large ".repeat(233_000)}end\n`;
const large = { inputs: { name: "large", template: { objects } } };

describe("an unfinished create with a template of 1.4 MB", () => {
  const given = stackUnderTest(() => ({ program: "yaml", source: templatePrograms.yaml({ large }) }));

  test("is in the state, and the next pulumi up goes on with it", async () => {
    const { platform, stack } = given;
    platform.faults.add({ method: "POST", kind: "spacetemplates", times: 1, action: "reset-after" });
    platform.faults.add({ method: "GET", kind: "spacetemplates", times: 99, action: { status: 403 } });
    const { exitCode } = await stack.up(["--skip-preview"], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    const unfinished = (await stack.exportState()).deployment.resources?.filter(({ id }) => id === "large");
    expect(unfinished).toMatchObject([
      { inputs: large.inputs, outputs: large.inputs, initErrors: [expect.any(String)] },
    ]);

    platform.faults.clear();
    await stack.up(["--skip-preview"]);
    expect(platform.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
    await stack.preview(["--expect-no-changes"]);
  });
});
