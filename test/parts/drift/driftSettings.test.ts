import { driftCommand } from "../../support/driftCommand";
import { stackUnderTest } from "../../support/stackUnderTest";

const source = 'resources: { dev: { type: "platform:index:SpaceTemplate", properties: { name: dev } } }';
const given = stackUnderTest(() => ({ program: "yaml", source }));

test("a pipeline that has said yes to Pulumi beforehand can search for drift", async () => {
  await given.stack.up(["--skip-preview"]);
  const env = { PULUMI_SKIP_CONFIRMATIONS: "true" };
  const { exitCode, report } = await driftCommand(given.stack, [], { env });
  expect([exitCode, report.outcome]).toEqual([0, "clean"]);
});
