import type { PlatformOptions } from "../../emulator/options";
import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import { createBodies, createKept, wrongTypes, yamlScalars } from "./conformance/createBodies";
import { createFields, createMetadata, createNames } from "./conformance/creating";
import { deleting, deletingCollections } from "./conformance/deleting";
import { partsOf, type Rows } from "./conformance/expectations";
import { importing } from "./conformance/importing";
import { lists } from "./conformance/lists";
import { jsonPatchedObjects, jsonPatches, otherPatches } from "./conformance/patching";
import { productFields, productRequests } from "./conformance/product";
import { reading } from "./conformance/reading";
import { replace } from "./conformance/replace";
import { post, template } from "./conformance/row";
import { runRow } from "./conformance/runRow";
import type { Target } from "./conformance/target";
import { watching } from "./conformance/watching";
import { whoAsks } from "./conformance/whoAsks";
import { send } from "./request";
import { until } from "./withPlatform";

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
  "API 4: fields": productFields,
  "API 4: requests": productRequests,
  Watch: watching,
};

/** Another server, from the environment: docs/testing.md. */
const { CONFORMANCE_BASE_URL, CONFORMANCE_ACCESS_KEY = "", CONFORMANCE_RESTRICTED_KEY, ...others } = process.env;

// A row has its own limits, and a remote server needs more time.
jest.setTimeout(300_000);

if (!CONFORMANCE_BASE_URL) {
  describe.each<[string, PlatformOptions]>([
    ["custom resources", {}],
    ["Go types and hidden keys", { omitEmpty: true, hideKeys: true }],
    ["API 4", { api: 4, readyMs: 3_600_000 }],
  ])("the embedded platform with %s", (_, options) => embedded(options));
} else {
  const target: Target = {
    baseUrl: CONFORMANCE_BASE_URL,
    accessKey: CONFORMANCE_ACCESS_KEY,
    vendor: others.CONFORMANCE_VENDOR ?? "loft.sh",
    goTypes: others.CONFORMANCE_GO_TYPES === "true" || others.CONFORMANCE_API === "4",
    api: others.CONFORMANCE_API === "4" ? 4 : 3,
    ...(CONFORMANCE_RESTRICTED_KEY && { restrictedKey: CONFORMANCE_RESTRICTED_KEY }),
  };
  describe(target.baseUrl, () => suite(() => target, target, target.restrictedKey === undefined));
}

function embedded(options: PlatformOptions): void {
  const { api = 3, omitEmpty } = options;
  const kindOfServer = { api, goTypes: omitEmpty === true || api === 4 };
  let platform: RunningPlatform;
  let before: string[];

  beforeAll(async () => {
    platform = await startPlatform({ accessKey: "bootstrap", ...options });
    for (const name of ["a", "b", "g1"]) await send(platform, post(template(name, {}, { labels: { set: "l" } })));
    before = everything(platform);
  });
  afterAll(() => platform.close());

  suite(
    () => ({ ...kindOfServer, baseUrl: platform.baseUrl, accessKey: platform.accessKey, vendor: "loft.sh" }),
    kindOfServer,
  );

  test("no object is left behind, and the objects of others are unchanged", async () => {
    // A project goes a moment after its deletion.
    await until(platform, () => everything(platform).every((text) => !text.includes("deletionTimestamp")));
    expect(everything(platform)).toEqual(before);
  });
}

type KindOfServer = Pick<Target, "api" | "goTypes">;

function suite(target: () => Target, { api = 3, goTypes }: KindOfServer, rightsFromKeys = true): void {
  describe.each(Object.entries(sections))("%s", (_, rows) => {
    for (const [fact, row] of Object.entries(rows)) {
      const { only, rightsFromKeys: needsKeys, specification } = partsOf(row).expectation;
      const isOther = only !== undefined && only !== api && (only !== "custom" || goTypes);
      if (isOther || (needsKeys && !rightsFromKeys)) continue;
      const section = specification && ` (recorded otherwise; specification, section ${specification})`;
      test(`${fact}${section ?? ""}`, () => runRow(row, target()));
    }
  });
}

function everything({ store }: RunningPlatform): string[] {
  return [...store.all()].map(({ entry }) => JSON.stringify(entry.object.metadata));
}
