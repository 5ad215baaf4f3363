import { type FakeEngine, startFakeEngine } from "../../support/fakeEngine";
import { type PluginDriver, startDriver } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const notAName = "the id is the object's name, which must consist of lowercase letters, digits, '-' and '.'";
const tooLong = "the id is the object's name, which must be no more than 253 characters";
const form = 'the id must have the form <project>/<name of the virtual cluster>, such as "web/team"';
const badProject = "the project, before the slash, must consist of lowercase letters, digits and '-'";
const badName =
  "the name of the virtual cluster, behind the slash, must consist of lowercase letters, digits, '-' and '.'";

const badNames = [
  "",
  ".",
  "..",
  "a/b",
  "a\\b",
  "%2e",
  "%2e%2e",
  "a%2fb",
  " ",
  "a b",
  "a\nb",
  "\0",
  "\u001b[31m",
  "Upper",
];
const moreBadNames = ["é", "a?b", "a#b", "-a", "a-", "\ud800", "a:b", "web/team", "spacetemplates/dev", "__proto__"];

const badIds: readonly (readonly [id: string, reason: string])[] = [
  ["", form],
  ["team", form],
  ["web/", form],
  ["/team", form],
  ["web/team/", form],
  ["a/web/team", form],
  ["../team", badProject],
  ["%2e/team", badProject],
  ["Web/team", badProject],
  ["we b/team", badProject],
  ["p.web/team", badProject],
  [`${"w".repeat(64)}/team`, "the project, before the slash, must be no more than 63 characters"],
  ["web/..", badName],
  ["web/%2e", badName],
  ["web/Team", badName],
  ["web/te am", badName],
  ["web/\u0007", badName],
  [`web/${"t".repeat(254)}`, "the name of the virtual cluster, behind the slash, must be no more than 253 characters"],
];

const table = [
  ...["SpaceTemplate", "OwnedAccessKey"].flatMap((type) => [
    ...[...badNames, ...moreBadNames].map((id) => [type, id, notAName] as const),
    [type, "x".repeat(254), tooLong] as const,
  ]),
  ...badIds.map(([id, reason]) => ["VirtualClusterImport", id, reason] as const),
];

describe("pulumi import", () => {
  let platform: RecordedPlatform;
  let engine: FakeEngine;
  let driver: PluginDriver;

  beforeAll(async () => {
    platform = await startRecorded({ projects: ["web"] });
    engine = await startFakeEngine();
    const { baseUrl, accessKey } = platform;
    driver = await startDriver({ baseUrl, accessKey }, { engineAddress: engine.address });
  });
  afterAll(async () => {
    await driver.close();
    engine.close();
    await platform.close();
  });
  beforeEach(() => {
    platform.requests.length = 0;
    platform.faults.clear();
  });

  const imported = (type: string, id: string) => driver.read(type, { id, inputs: {}, state: {} });
  const plurals: Record<string, string> = {
    SpaceTemplate: "spacetemplates.management.loft.sh",
    OwnedAccessKey: "ownedaccesskeys.management.loft.sh",
    VirtualClusterImport: "virtualclusterinstances.management.loft.sh",
  };

  test.each(table)("%s %j is refused before anything is sent, with what to do", async (type, id, reason) => {
    const error = await imported(type, id).then(
      () => new Error("It was imported"),
      (failed: Error) => failed,
    );
    expect(error.message).toContain(`Cannot import ${type} "`);
    expect(error.message).toContain(reason);
    expect(error.message).toContain(`See which there are: kubectl get ${plurals[type]}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for.
    expect(error.message).not.toMatch(/[\u0000-\u001f]/);
    expect(error.message.length).toBeLessThan(600);
    expect(platform.requests).toEqual([]);
  });

  test.each([
    ["SpaceTemplate", "nope", `kubectl get ${plurals.SpaceTemplate}`],
    ["OwnedAccessKey", "nope", `kubectl get ${plurals.OwnedAccessKey}`],
    ["VirtualClusterImport", "web/nope", `kubectl get ${plurals.VirtualClusterImport} --namespace p-web`],
    ["VirtualClusterImport", "nope/team", `kubectl get ${plurals.VirtualClusterImport} --namespace p-nope`],
  ])("%s %s, which is not there, is no resource, and a warning says what to do", async (type, id, look) => {
    engine.messages.length = 0;
    expect(await imported(type, id)).toBeUndefined();
    await engine.heard(`There is no ${type} "${id}" on the platform at ${platform.baseUrl}`);
    await engine.heard(`Check the type, the id and platform:baseUrl; see which there are: ${look}`);
  });

  test("of a virtual cluster says so where the platform does not show any", async () => {
    platform.faults.add({ verb: "get", times: 9, action: { status: 404, body: "404 page not found\n" } });
    await expect(imported("VirtualClusterImport", "web/team")).rejects.toThrow(
      /^2 UNKNOWN: Cannot import VirtualClusterImport "web\/team": this platform does not show .* Declare it in the program instead/,
    );
  });

  test("of a virtual cluster whose source is not shown says so", async () => {
    const metadata = { name: "bare", namespace: "p-web", uid: "u", creationTimestamp: "2026-01-01T00:00:00Z" };
    const object = { apiVersion: "management.loft.sh/v1", kind: "VirtualClusterInstance", metadata, spec: {} };
    platform.store.write("virtualclusterinstances", object as never);
    await expect(imported("VirtualClusterImport", "web/bare")).rejects.toThrow(
      "does not show where the virtual cluster runs",
    );
  });

  test("fails where the platform refuses to say whether it is there", async () => {
    platform.faults.add({ verb: "get", times: 9, action: { status: 403 } });
    await expect(imported("SpaceTemplate", "dev")).rejects.toThrow("403");
    await expect(imported("VirtualClusterImport", "web/team")).rejects.toThrow("403");
  });
});
