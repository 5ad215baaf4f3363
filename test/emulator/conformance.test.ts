import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import type { Row } from "./conformance/row";
import { get, post, template } from "./conformance/row";
import { runRow } from "./conformance/runRow";
import { sections } from "./conformance/sections";
import type { Target } from "./conformance/target";
import { send } from "./request";

/** Another server to run against, from `npm run conformance`. */
const elsewhere = process.env.CONFORMANCE_TARGET;

// A row ends by itself: what it waits for has a limit, and a server that is far away needs its time.
jest.setTimeout(300_000);

if (elsewhere === undefined) {
  describe.each([
    ["custom resources", false, false],
    ["custom resources and hidden keys", false, true],
    ["Go types", true, false],
    ["Go types and hidden keys", true, true],
  ])("the embedded platform with %s", (_, goTypes, hideKeys) => embedded(goTypes, hideKeys));
} else {
  const target = JSON.parse(elsewhere) as Target;
  describe(`${target.baseUrl}`, () => suite(() => target, target.goTypes, target.restrictedKey === undefined));
}

function embedded(goTypes: boolean, hideKeys: boolean): void {
  let platform: RunningPlatform;
  let before: string[];
  const strangers = ["c1", "d1", "p1"].map((name) => post(template(name, {}, { labels: { set: "l" } })));

  beforeAll(async () => {
    platform = await startPlatform({ accessKey: "bootstrap", omitEmpty: goTypes, hideKeys });
    for (const stranger of strangers) await send(platform, stranger);
    before = await everything(platform);
  });
  afterAll(() => platform.close());

  suite(() => ({ baseUrl: platform.baseUrl, accessKey: platform.accessKey, vendor: "loft.sh", goTypes }), goTypes);

  test("nothing is left behind, and what others made is untouched", async () => {
    expect(await everything(platform)).toEqual(before);
  });
}

function suite(target: () => Target, goTypes: boolean, rightsFromKeys = true): void {
  for (const { title, rows } of sections) {
    const asked = rows.filter((row) => !(goTypes && row.only === "custom") && (rightsFromKeys || !row.rightsFromKeys));
    describe(title, () => {
      if (asked.length > 0)
        test.each(asked.map((row): [string, Row] => [titleOf(row), row]))("%s", (_, row) => runRow(row, target()));
    });
  }
}

function titleOf({ fact, specification }: Row): string {
  return specification === undefined ? fact : `${fact} (recorded otherwise; specification, section ${specification})`;
}

async function everything(platform: RunningPlatform): Promise<string[]> {
  const plurals = ["spacetemplates", "ownedaccesskeys", "projects", "virtualclusterinstances"];
  const lists = await Promise.all(plurals.map((plural) => send(platform, get(`/${plural}`))));
  return lists.flatMap(({ body }) =>
    (body.items as { metadata: object }[]).map(({ metadata }) => JSON.stringify(metadata)),
  );
}

test("every fact has its own name", () => {
  const names = sections.flatMap(({ title, rows }) => rows.map(({ fact }) => `${title}: ${fact}`));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
