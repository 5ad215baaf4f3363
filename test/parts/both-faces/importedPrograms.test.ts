import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type ForeignObject, makeForeignObjects } from "../../support/foreignObjects";
import { foreignSecrets } from "../../support/foreignSecrets";
import { writesOf } from "../../support/http";
import { stackUnderTest } from "../../support/stackUnderTest";

describe.each([{}, { omitEmpty: true }, { hideKeys: true }])("objects of others on a server with %p", (mode) => {
  const given = stackUnderTest(() => ({
    program: "yaml",
    source: "resources: {}",
    platform: { ...mode, projects: ["web"] },
  }));
  let generated: string;

  /** One command for all; the program that it generates. */
  const importAll = async (objects: readonly ForeignObject[]) => {
    const [list, out] = ["list.json", "generated.yaml"].map((file) => path.join(given.stack.dir, file)) as [
      string,
      string,
    ];
    writeFileSync(list, JSON.stringify({ resources: objects }));
    await given.stack.pulumi(["import", "--file", list, "--out", out, "--yes", "--skip-preview", "--protect=false"]);
    return readFileSync(out, "utf8");
  };
  const stored = () =>
    ["spacetemplates", "ownedaccesskeys", "virtualclusterinstances"].flatMap((plural) =>
      given.platform.store.list(plural).map((object) => JSON.parse(JSON.stringify(object))),
    );

  test("are imported, all of them untouched, and the program that is generated shows no change", async () => {
    const objects = await makeForeignObjects(given.platform);
    const before = stored();
    generated = await importAll(objects);
    given.stack.write(generated);
    given.platform.requests.length = 0;
    const { stdout } = await given.stack.preview(["--expect-no-changes"]);
    expect(stdout).toContain(`${objects.length + 1} unchanged`);
    expect(given.platform.requests).toEqual([]);
    await given.stack.pulumi(["refresh", "--preview-only", "--expect-no-changes"]);
    expect(stored()).toEqual(before);
  });

  test("show no secret in the program, the output or the state", () => {
    const everywhere = generated + given.stack.allOutput() + given.stack.rawStateFile();
    expect(foreignSecrets.filter((secret) => everywhere.includes(secret))).toEqual([]);
  });

  test("keep what the program does not name when it is changed", async () => {
    const expected = stored().map((object) => renamed(object));
    given.stack.write(generated.replace(/displayName: Full \w+/g, "displayName: Renamed"));
    given.platform.requests.length = 0;
    await given.stack.up(["--skip-preview"]);
    expect(writesOf(given.platform).sort()).toEqual([
      "PATCH ownedaccesskeys/full-key",
      "PATCH ownedaccesskeys/full-subject-key",
      "PATCH spacetemplates/full-list",
      "PATCH spacetemplates/full-template",
    ]);
    expect(stored().map((object) => renamed(object))).toEqual(expected);
    expect(given.platform.store.get("ownedaccesskeys", "full-key")).toMatchObject({ spec: { displayName: "Renamed" } });
  });
});

describe("what cannot be imported", () => {
  const given = stackUnderTest(() => ({ program: "yaml", source: "resources: {}", platform: { projects: ["web"] } }));

  /** A type, an id that is none of it, and what is said about it. */
  const refusals: readonly (readonly [type: string, id: string, said: string])[] = [
    ["SpaceTemplate", "..", 'Cannot import SpaceTemplate "..": the id is the object\'s name'],
    ["SpaceTemplate", "full-key", 'There is no SpaceTemplate "full-key" on the platform'],
    ["OwnedAccessKey", "web/theirs", 'Cannot import OwnedAccessKey "web/theirs": the id is the object\'s name'],
    ["OwnedAccessKey", "full-template", 'There is no OwnedAccessKey "full-template" on the platform'],
    ["VirtualClusterImport", "theirs", "the id must have the form <project>/<name of the virtual cluster>"],
    ["VirtualClusterImport", "web/full-key", 'There is no VirtualClusterImport "web/full-key" on the platform'],
  ];

  test("is told with what to do, and nothing is imported", async () => {
    await makeForeignObjects(given.platform);
    const resources = refusals.map(([type, id], index) => ({ type: `platform:index:${type}`, name: `no${index}`, id }));
    const list = path.join(given.stack.dir, "list.json");
    writeFileSync(list, JSON.stringify({ resources }));
    const { exitCode, stdout, stderr } = await given.stack.pulumi(
      ["import", "--file", list, "--yes", "--parallel=64"],
      {
        expectSuccess: false,
      },
    );
    expect(exitCode).not.toBe(0);
    const words = (stdout + stderr).replaceAll("\\", "");
    for (const [, , said] of refusals) expect(words).toContain(said);
    expect(words.match(/see which there are: kubectl get \w+\.management\.loft\.sh/gi)?.length).toBeGreaterThanOrEqual(
      6,
    );
    const { deployment } = await given.stack.exportState();
    expect(deployment.resources?.filter(({ type }) => type.startsWith("platform:")) ?? []).toEqual([]);
  });
});

type Stored = { metadata: Record<string, unknown>; spec: Record<string, unknown> };

/** An object with another title, and without what every write changes. */
function renamed({ metadata, spec, ...rest }: Stored): object {
  const { managedFields: _fields, resourceVersion: _version, generation: _generation, ...kept } = metadata;
  return { ...rest, metadata: kept, spec: { ...spec, displayName: "Renamed" } };
}
