import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { namedPackages, packageFolders } from "../../../scripts/release/neededPackages.js";

test("packages are read off every kind of import; files of one's own and of Node.js are none", () => {
  const texts = [
    'const a = require("@scope/name/part/file"); require("./own.js"); require("node:fs"); require("fs");',
    "await import('late/part.js'); require( \"zod\" );",
    'require("zod/v4"); exports.x = required("no"); // require(name)',
  ];
  expect(namedPackages(texts)).toEqual(["@scope/name", "late", "zod"]);
});

describe("the folders of packages", () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function install(folder: string, dependencies: Record<string, string> = {}): void {
    mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(path.join(root, folder, "package.json"), JSON.stringify({ dependencies }));
  }

  test("take in what these need, each in the version that Node.js would find for it", () => {
    install("node_modules/a", { shared: "1", b: "1" });
    install("node_modules/a/node_modules/shared");
    install("node_modules/b", { shared: "2", a: "1" });
    install("node_modules/shared");
    install("node_modules/unused");
    expect(packageFolders(["a"], root, root)).toEqual([
      "node_modules/a",
      "node_modules/a/node_modules/shared",
      "node_modules/b",
      "node_modules/shared",
    ]);
  });

  test("of a package that is not there are an error", () => {
    install("node_modules/a", { gone: "1" });
    expect(() => packageFolders(["a"], root, root)).toThrow("The package gone is not installed.");
  });
});
