import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import { createBodies, createKept, wrongTypes, yamlScalars } from "./conformance/createBodies";
import { createFields, createMetadata, createNames } from "./conformance/creating";
import { deleting, deletingCollections } from "./conformance/deleting";
import { partsOf, type Rows } from "./conformance/expectations";
import { importing } from "./conformance/importing";
import { lists } from "./conformance/lists";
import { jsonPatchedObjects, jsonPatches, otherPatches } from "./conformance/patching";
import { reading } from "./conformance/reading";
import { replace } from "./conformance/replace";
import { get, post, template } from "./conformance/row";
import { runRow } from "./conformance/runRow";
import type { Target } from "./conformance/target";
import { watching } from "./conformance/watching";
import { whoAsks } from "./conformance/whoAsks";
import { send } from "./request";

const sections: Record<string, Rows> = {
  Reading: reading,
  Callers: whoAsks,
  "Create: names and fields of the server": createNames,
  "Create: bodies": createBodies,
  "Create: fields and options": createFields,
  "Create: labels, annotations, finalizers, owners, sizes": createMetadata,
  "Create: values": createKept,
  "Plain YAML scalars": yamlScalars,
  "Wrong types": wrongTypes,
  "Replace (PUT)": replace,
  "JSON patch": jsonPatches,
  "JSON patch: the object": jsonPatchedObjects,
  "Other patch types": otherPatches,
  "Delete and finalizers": deleting,
  "Delete of collections": deletingCollections,
  Lists: lists,
  "Import of a virtual cluster": importing,
  Watch: watching,
};

/** Another server, from the environment: docs/testing.md. */
const { CONFORMANCE_BASE_URL, CONFORMANCE_ACCESS_KEY = "", CONFORMANCE_RESTRICTED_KEY, ...others } = process.env;

// A row has its own limits, and a remote server needs more time.
jest.setTimeout(300_000);

if (!CONFORMANCE_BASE_URL) {
  describe.each([
    ["custom resources", false, false],
    ["custom resources and hidden keys", false, true],
    ["Go types", true, false],
    ["Go types and hidden keys", true, true],
  ])("the embedded platform with %s", (_, goTypes, hideKeys) => embedded(goTypes, hideKeys));
} else {
  const target: Target = {
    baseUrl: CONFORMANCE_BASE_URL,
    accessKey: CONFORMANCE_ACCESS_KEY,
    vendor: others.CONFORMANCE_VENDOR ?? "loft.sh",
    goTypes: others.CONFORMANCE_GO_TYPES === "true",
    ...(CONFORMANCE_RESTRICTED_KEY && { restrictedKey: CONFORMANCE_RESTRICTED_KEY }),
  };
  describe(target.baseUrl, () => suite(() => target, target.goTypes, target.restrictedKey === undefined));
}

function embedded(goTypes: boolean, hideKeys: boolean): void {
  let platform: RunningPlatform;
  let before: string[];

  beforeAll(async () => {
    platform = await startPlatform({ accessKey: "bootstrap", omitEmpty: goTypes, hideKeys });
    for (const name of ["a", "b", "g1"]) await send(platform, post(template(name, {}, { labels: { set: "l" } })));
    before = await everything(platform);
  });
  afterAll(() => platform.close());

  suite(() => ({ baseUrl: platform.baseUrl, accessKey: platform.accessKey, vendor: "loft.sh", goTypes }), goTypes);

  test("no object is left behind, and the objects of others are unchanged", async () => {
    expect(await everything(platform)).toEqual(before);
  });
}

function suite(target: () => Target, goTypes: boolean, rightsFromKeys = true): void {
  describe.each(Object.entries(sections))("%s", (_, rows) => {
    for (const [fact, row] of Object.entries(rows)) {
      const { only, rightsFromKeys: needsKeys, specification } = partsOf(row).expectation;
      if ((goTypes && only === "custom") || (needsKeys && !rightsFromKeys)) continue;
      const section = specification && ` (recorded otherwise; specification, section ${specification})`;
      test(`${fact}${section ?? ""}`, () => runRow(row, target()));
    }
  });
}

async function everything(platform: RunningPlatform): Promise<string[]> {
  const plurals = ["spacetemplates", "ownedaccesskeys", "projects", "virtualclusterinstances"];
  const lists = await Promise.all(plurals.map((plural) => send(platform, get(`/${plural}`))));
  return lists.flatMap(({ body }) =>
    (body.items as { metadata: object }[]).map(({ metadata }) => JSON.stringify(metadata)),
  );
}
