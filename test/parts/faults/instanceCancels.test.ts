import { createAsColleague, writesOf } from "../../support/http";
import { programAdapters } from "../../support/programAdapters";
import { resourcePrograms } from "../../support/resourcePrograms";
import { startPulumi } from "../../support/runningPulumi";
import { stackUnderTest } from "../../support/stackUnderTest";
import { productPlatform } from "../../support/virtualClusters";
import { plural, type } from "./instancePlayer";

// Each test runs four commands of Pulumi, one of which waits.
jest.setTimeout(300_000);

describe.each(programAdapters)("Ctrl-C during the wait for an instance by %s", (_adapter, kind) => {
  const program = (template: string) => {
    const inputs = { name: "dev", project: "web", displayName: template, templateRef: { name: template } };
    return resourcePrograms[kind]({ dev: { type, inputs } });
  };
  const given = stackUnderTest(() => ({
    program: kind,
    source: program("first"),
    platform: { ...productPlatform, projects: ["default", "web"] },
  }));
  const live = () => given.platform.store.get(plural, "dev", "p-web");
  const makeTemplate = (name: string) =>
    createAsColleague(given.platform, "virtualclustertemplates", {
      kind: "VirtualClusterTemplate",
      metadata: { name },
      spec: { template: {} },
    });
  const resource = async () =>
    (await given.stack.exportState()).deployment.resources?.filter(({ type: each }) => each.endsWith(`:${type}`));

  test.each([
    ["create", "first"],
    ["update", "second"],
  ])("of %s keeps the instance, and the next up continues", async (_does, template) => {
    given.stack.write(program(template));
    const command = startPulumi(given.stack, ["up", "--yes", "--skip-preview"]);
    await command.until(() => live()?.spec.displayName === template && live()?.status.phase === "Failed");
    const uid = live()?.metadata.uid;
    await command.said(/phase Failed, TemplateNotFound/);
    command.interrupt();
    await command.said(/\^C received/);
    // The host of dynamic resources ignores Ctrl-C, so the wait lasts until the instance is ready.
    if (kind === "typescript") await makeTemplate(template);
    const { exitCode, stdout, stderr } = await command.ended;
    expect(exitCode).not.toBe(0);
    if (kind === "yaml") expect(stdout + stderr).toContain("on the platform, but not ready: ");
    expect(await resource()).toMatchObject([{ outputs: { uid, displayName: template } }]);
    if (kind === "yaml") await makeTemplate(template);
    given.platform.requests.length = 0;
    await given.stack.up(["--skip-preview"]);
    expect(writesOf(given.platform)).toEqual([]);
    expect(await resource()).toMatchObject([{ outputs: { uid, displayName: template, phase: "Ready", ready: true } }]);
    expect(live()?.metadata.uid).toBe(uid);
    await given.stack.pulumi(["preview", "--expect-no-changes"]);
  });
});
