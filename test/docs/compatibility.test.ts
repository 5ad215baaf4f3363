import { readFileSync } from "node:fs";
import path from "node:path";
import { pulumiTool } from "../../scripts/setup/goTools.js";
import { nodeReleases } from "../../scripts/setup/nodes.js";
import { oldestPulumi } from "../../scripts/setup/source.js";

const root = path.join(__dirname, "..", "..");
const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");
const page = textOf("docs/compatibility.md");

/** The cells of the table that begins with this head. */
function rowsOf(head: string): string[][] {
  const [, after = ""] = page.split(`\n| ${head} |`);
  const lines = (after.split("\n\n")[0] ?? "").split("\n").slice(2);
  return lines.map((line) => line.slice(2, -2).split(" | "));
}

type Claim = readonly [file: string, test: string];

/** Who would notice that a row is not true (any more): the words of tests, as they stand in their files. */
const claims: Record<string, Claim> = {
  "The vendor's word in the API group": ["test/provider/api/urls.test.ts", "the group path follows the vendor"],
  "The name of the scope field `allowCli`": [
    "test/provider/faces/accessKeys.test.ts",
    "allowCli travels under the vendor's name",
  ],
  "Empty values are kept, or dropped as by Go types": [
    "test/provider/faces/read.test.ts",
    "after a write shows no change, also for empty values",
  ],
  "More fields than the specification names": [
    "test/provider/faces/read.test.ts",
    "false and empty members of extraSpec that a server drops are no change, others are",
  ],
  "JSON Patch is refused (415)": ["test/provider/faces/exactWrites.test.ts", "PUT of the whole object"],
  "The body of a DELETE is refused (415)": [
    "test/provider/faces/delete.test.ts",
    "compares the uid itself where the server takes no body",
  ],
  "Keys are shown only by the answer to their create": [
    "test/provider/faces/lostKey.test.ts",
    "a key whose answer was lost is deleted and made again",
  ],
  "Imported virtual clusters are not shown": [
    "test/provider/faces/unseenImports.test.ts",
    "where no virtual cluster is shown, an import is what its request says, and it is said once",
  ],
  "`dryRun` is ignored": [
    "test/provider/faces/serverSideDryRun.test.ts",
    "on a platform that ignores dryRun previews only probe, and say once that nothing was checked",
  ],
  "A key may not list a kind, or a kind is missing": [
    "test/provider/faces/read.test.ts",
    "a kind that the server does not have at all is a failure, and drops nothing",
  ],
};

test("every difference of platforms is claimed by a test that is there", () => {
  expect(rowsOf("what differs").map(([what]) => what)).toEqual(Object.keys(claims));
  const gone = Object.values(claims).filter(([file, words]) => !textOf(file).includes(`"${words}"`));
  expect(gone).toEqual([]);
});

describe("what it runs on is what", () => {
  const found = Object.fromEntries(rowsOf("what").map(([what, range, tested]) => [what, { range, tested }]));
  const { engines, peerDependencies } = JSON.parse(textOf("package.json"));

  test("the package asks for", () => {
    expect(`>=${found["Node.js"]?.range?.split(" ")[0]}`).toBe(engines.node);
    expect(`^${found["`@pulumi/pulumi`"]?.range?.split(" ")[0]}`).toBe(peerDependencies["@pulumi/pulumi"]);
    expect(found["the `pulumi` program"]?.range?.split(" ")[0]).toBe(oldestPulumi);
  });

  test("the tests run: one pulumi, and its SDKs in Python and Go", () => {
    const version = pulumiTool.version.slice(1);
    expect(found["the `pulumi` program"]?.tested).toBe(`${version} alone`);
    const how = Object.fromEntries(rowsOf("programs"));
    const { version: node } = JSON.parse(textOf("node_modules/@pulumi/pulumi/package.json"));
    expect(how["TypeScript on the generated SDK"]).toContain(`\`@pulumi/pulumi\` ${node}`);
    expect(how.Python).toContain(`\`pulumi\` ${version}`);
    expect(textOf("scripts/setup/languages/requirements.txt")).toContain(`\npulumi==${version}\n`);
    expect(how.Go).toContain(`Pulumi's SDK ${version}`);
    expect(textOf("scripts/setup/languages/go.mod")).toContain(`\tgithub.com/pulumi/pulumi/sdk/v3 v${version}\n`);
  });

  test("the tests install it on and beside", () => {
    expect(found["Node.js"]?.tested).toBe("20, 22 and 24, on Linux");
    const rows = Object.keys(nodeReleases).map((major) => textOf(`test/e2e/installedPackageNode${major}.test.ts`));
    const versions = rows.map((text) => [...text.matchAll(/pulumi: "([\d.]+)"/g)].map(([, version]) => version));
    expect(versions).toEqual([["3.248.0", "3.216.0"], ["3.270.0"], ["3.270.0"]]);
    const tested = "3.216.0 and 3.248.0 on Node.js 20, 3.270.0 on 22 and 24";
    expect(found["`@pulumi/pulumi`"]?.tested).toBe(tested);
  });
});
