import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { driftCommand } from "../../support/driftCommand";
import { foundIn } from "../../support/foundIn";
import { createAsColleague, editAsColleague } from "../../support/http";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

describe("pulumi-vcluster-platform drift with the read-only key of the guide", () => {
  const inputs = { name: "ci", user: "bot", ttl: 3600 };
  const source = resourcePrograms.yaml({ ci: { type: "OwnedAccessKey", inputs } });
  const given = stackUnderTest(() => ({ program: "yaml", source }));
  const note =
    "The platform does not show the values of access keys to the key of this run, so a rotated key is not found.";
  const readOnly = "key-of-the-pipeline-0123456789";

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    const spec = { user: "admin", key: readOnly, scope: { allowLoftCli: true } };
    const pipeline = { kind: "OwnedAccessKey", metadata: { name: "pipeline" }, spec };
    await createAsColleague(given.platform, "ownedaccesskeys", pipeline);
    await editAsColleague(given.platform, "ownedaccesskeys/ci", { spec: { key: "chosen-by-a-colleague" } });
  });

  test("notes in every format that a rotated key is not found", async () => {
    const files = ["markdown", "junit"].map((format) => [format, path.join(given.stack.folder, format)] as const);
    const options = files.flatMap(([format, file]) => [`--${format}`, file]);
    const run = await driftCommand(given.stack, options, { env: { VCLUSTER_PLATFORM_ACCESS_KEY: readOnly } });
    expect({ exitCode: run.exitCode, found: foundIn(run.report) }).toEqual({ exitCode: 0, found: [] });
    const reports = [run.stdout, JSON.stringify(run.report), ...files.map(([, file]) => readFileSync(file, "utf8"))];
    for (const report of reports) expect(report.replaceAll(/\s+/g, " ")).toContain(note);
  });

  test("a key that sees the values finds the rotation, without the note", async () => {
    const { exitCode, report } = await driftCommand(given.stack);
    expect({ exitCode, found: foundIn(report) }).toEqual({ exitCode: 7, found: ["ci: rotated at /key"] });
    expect(report.notes).toEqual([expect.stringMatching(/^The platform does not list access keys\./)]);
  });
});

describe("pulumi-vcluster-platform drift of a stack whose only resource a killed update left to the platform", () => {
  const source = resourcePrograms.yaml({ web: { inputs: { name: "left-behind" } } });
  const given = stackUnderTest(() => ({ program: "yaml", source }));
  const unread = ["test/dev: unknown"];

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    const state = await given.stack.exportState();
    const file = path.join(given.stack.folder, "empty.json");
    writeFileSync(file, JSON.stringify({ ...state, deployment: { ...state.deployment, resources: [] } }));
    await given.stack.pulumi(["stack", "import", "--file", file]);
  });

  test.each<[string, Record<string, string | undefined>, number, string[], RegExp]>([
    ["finds the orphan", {}, 7, ["left-behind: orphan"], /left-behind/],
    ["exits with 3 without a key", { VCLUSTER_PLATFORM_ACCESS_KEY: undefined }, 3, unread, /accessKey is not set/],
    ["exits with 1 without an address", { VCLUSTER_PLATFORM_BASE_URL: undefined }, 1, unread, /baseUrl is not set/],
    [
      "exits with 1 with a certificate authority that is none",
      { VCLUSTER_PLATFORM_CERTIFICATE_AUTHORITY: "none" },
      1,
      unread,
      /certificateAuthority/,
    ],
  ])("%s", async (_, env, code, found, text) => {
    const { exitCode, report, stdout } = await driftCommand(given.stack, [], { env });
    expect({ exitCode, found: foundIn(report) }).toEqual({ exitCode: code, found });
    expect(stdout).toMatch(text);
  });
});
