import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { packageFolders } from "../../scripts/release/neededPackages.js";
import { pluginFiles } from "../../scripts/release/pluginFiles.js";
import { tarball } from "../../scripts/release/tarball.js";
import { root } from "../support/environment";
import { testIf } from "../support/needs";
import { packPackage } from "../support/packedPackage";

// `npm test` compiles first.
const compiled = testIf(existsSync(path.join(root, "dist", "cli", "index.js")), "compiled program");

jest.setTimeout(120_000);

/** The numbers in a row of the table of what was measured in docs/releasing.md. */
function numbersOf(row: string): number[] {
  const page = readFileSync(path.join(root, "docs", "releasing.md"), "utf8");
  const [, table = ""] = page.split("\n| measured |");
  const line = table.split("\n").find((each) => each.startsWith(`| ${row} |`)) ?? "";
  return [...(line.split("|")[2] ?? "").matchAll(/[\d.]+/g)].map(Number);
}

/** Whether each number is at most a tenth, or the half of its last digit, beside what was measured. */
function expectAbout(told: number[], measured: number[]): void {
  const near = measured.map((value, index) => Math.abs((told[index] ?? 0) - value) <= Math.max(value / 10, 0.05));
  expect({ told, measured, near }).toEqual({ told, measured, near: told.map(() => true) });
  expect(told).toHaveLength(measured.length);
}

const mega = 1_000_000;

describe("docs/releasing.md tells about", () => {
  compiled("what the npm package takes: MB, files, packed kB", async () => {
    const packed = await packPackage();
    try {
      const packedBytes = statSync(packed.tarball).size;
      expectAbout(numbersOf("the npm package, unpacked"), [
        packed.unpackedBytes / mega,
        packed.files,
        packedBytes / 1000,
      ]);
    } finally {
      packed.remove();
    }
  });

  compiled("what the plugin's archive takes: MB, unpacked MB", async () => {
    const files = pluginFiles(root);
    const unpacked = files.reduce((total, { content }) => total + content.length, 0);
    expectAbout(numbersOf("the plugin's archive"), [tarball(files, 0).length / mega, unpacked / mega]);
  });

  test("how many packages npm installs for it", () => {
    const { dependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    const [, packages = 0] = numbersOf("its own dependencies, installed");
    expectAbout([packages], [packageFolders(Object.keys(dependencies), root, root).length]);
  });
});
