import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pluginFiles } from "../../scripts/release/pluginFiles.js";
import { shippedPackages } from "../../scripts/supply/shippedPackages.js";
import { temporaryFolder } from "../emulator/temporaryFolder";
import { root } from "../support/environment";
import { testIf } from "../support/needs";

// `npm test` compiles first.
const compiled = testIf(existsSync(path.join(root, "dist", "cli", "index.js")), "compiled program");

const page = readFileSync(path.join(root, "THIRD_PARTY.md"), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| `"));
const lockfile = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, { version: string; license?: string; dev?: boolean }>;
};
const at = temporaryFolder();

/** A project whose only package says this of itself, in its package.json and in its files. */
function projectWith(license: unknown, files: readonly string[]): string {
  const folder = "node_modules/needed";
  for (const each of [folder, "dist/provider"]) mkdirSync(at(each), { recursive: true });
  writeFileSync(at("package.json"), JSON.stringify({ name: "ours", dependencies: { needed: "^1.0.0" } }));
  writeFileSync(at("dist/provider/index.js"), "");
  for (const [name, own] of [
    ["needed", license],
    ["@pulumi/pulumi", "Apache-2.0"],
  ] as const) {
    mkdirSync(at(`node_modules/${name}`), { recursive: true });
    writeFileSync(at(`node_modules/${name}/package.json`), JSON.stringify({ name, version: "1.0.0", license: own }));
  }
  writeFileSync(at("node_modules/@pulumi/pulumi/LICENSE"), "");
  for (const file of files) writeFileSync(at(`${folder}/${file}`), "");
  return at(".");
}

test("THIRD_PARTY.md names every package of the lockfile that ships, with its version, and Pulumi's library", () => {
  const shipped = Object.entries(lockfile.packages).filter(([folder, { dev }]) => folder !== "" && !dev);
  const told = shipped.map(([folder, { version }]) => `${folder.split("node_modules/").at(-1)} ${version}`);
  const named = rows.map((row) => /^\| `(\S+)` \| (\S+) \|/.exec(row)?.slice(1).join(" "));
  const library = `@pulumi/pulumi ${lockfile.packages["node_modules/@pulumi/pulumi"]?.version}`;
  expect(named.sort()).toEqual([library, ...told].sort());
});

test("of two licences that node-forge offers, THIRD_PARTY.md says which is taken", () => {
  expect(rows.find((row) => row.startsWith("| `node-forge`"))).toContain(
    "| BSD-3-Clause; offered: BSD-3-Clause OR GPL-2.0 |",
  );
});

compiled(
  "the plugin's archives hold the licence of every package in them, its notices, and THIRD_PARTY.md",
  async () => {
    const files = new Map(pluginFiles(root).map(({ name, content }) => [name, content.length]));
    const folders = new Set(
      [...files.keys()].flatMap((name) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? []),
    );
    const marked = rows.filter((row) => row.endsWith("| yes |")).map((row) => `node_modules/${row.split("`")[1]}`);
    expect([...folders].sort()).toEqual(marked.sort());
    const texts = rows
      .filter((row) => row.endsWith("| yes |"))
      .flatMap((row) => {
        const [name = "", ...named] = [...row.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
        return named.map((file) => `node_modules/${name}/${file}`);
      });
    expect(texts.length).toBeGreaterThanOrEqual(folders.size);
    expect(["THIRD_PARTY.md", "LICENSE", ...texts].filter((text) => !files.get(text))).toEqual([]);
  },
);

test("a licence whose text lies beside it is accepted, under any of its usual names", () => {
  const [, needed] = shippedPackages(projectWith("(GPL-2.0 OR MIT)", ["licence.md", "NOTICE", "COPYING", "index.js"]));
  expect(needed).toMatchObject({
    name: "needed",
    taken: ["MIT"],
    texts: ["COPYING", "NOTICE", "licence.md"],
    archived: false,
  });
});

test.each<[string, unknown, readonly string[], string]>([
  ["a licence that is not accepted", "GPL-3.0", ["LICENSE"], 'node_modules/needed is under "GPL-3.0"'],
  ["no licence", undefined, ["LICENSE"], "node_modules/needed is under undefined"],
  ["no text of its licence", "MIT", ["README.md"], "node_modules/needed has no file with its licence"],
  ["a notice in the place of its licence", "MIT", ["NOTICE"], "node_modules/needed has no file with its licence"],
])("a package with %s is not shipped", (_what, license, files, words) => {
  expect(() => shippedPackages(projectWith(license, files))).toThrow(words);
});
