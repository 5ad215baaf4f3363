import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { allowScripts } from "../../package.json";
import { pluginFiles } from "../../scripts/release/pluginFiles.js";
import { shippedPackages } from "../../scripts/release/shippedPackages.js";
import { root } from "../support/environment";
import { testIf } from "../support/needs";
import { temporaryFolder } from "../support/temporaryFolder";

// `npm test` compiles first.
const compiled = testIf(existsSync(path.join(root, "dist", "cli", "main.js")), "compiled program");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const at = temporaryFolder();

/** The part of a lockfile's entry that counts here. */
interface Entry {
  version?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

const lockfile: { packages: Record<string, Entry> } = JSON.parse(read("package-lock.json"));
const entries = Object.entries(lockfile.packages).filter(([folder]) => folder !== "");
const shipped = entries.filter(([, { dev }]) => !dev);
const nameOf = (folder: string) => folder.split("node_modules/").at(-1) ?? "";

describe("the lockfile", () => {
  // `npm ci` compares the lockfile with package.json, and each package with its digest.
  test("has a digest for each package, also of other systems", () => {
    expect(entries.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  });

  test("contains no addresses of registries", () => {
    expect(read(".npmrc")).toContain("omit-lockfile-registry-resolved=true");
    expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  test("has exactly the scripts that package.json forbids, and only protobufjs ships one", () => {
    const scripted = entries.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(scripted.map(([folder]) => nameOf(folder)))].sort());
    expect(Object.values(allowScripts).filter((allowed) => allowed !== false)).toEqual([]);
    expect(scripted.flatMap(([folder, { dev }]) => (dev ? [] : [folder]))).toEqual(["node_modules/protobufjs"]);
  });
});

describe("THIRD_PARTY.md", () => {
  const rows = read("THIRD_PARTY.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"));

  test("names every shipped package of the lockfile and Pulumi's library with their versions", () => {
    const library = ["node_modules/@pulumi/pulumi", lockfile.packages["node_modules/@pulumi/pulumi"]] as const;
    const wanted = [library, ...shipped].map(([folder, entry]) => `${nameOf(folder)} ${entry?.version}`);
    const named = rows.map((row) => /^\| `(\S+)` \| (\S+) \|/.exec(row)?.slice(1).join(" "));
    expect(named.sort()).toEqual(wanted.sort());
  });

  compiled("marks the packages in the plugin's archives, which contain its license texts", async () => {
    const files = new Map((await pluginFiles(root)).map(({ name, content }) => [name, content.length]));
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
    const folders = new Set([...files.keys()].flatMap((name) => folder.exec(name)?.[0] ?? []));
    const archived = rows
      .filter((row) => row.endsWith("| yes |"))
      .map((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word));
    expect([...folders].sort()).toEqual(archived.map(([name]) => `node_modules/${name}`).sort());
    const texts = archived.flatMap(([name, ...named]) => named.map((file) => `node_modules/${name}/${file}`));
    expect(texts.length).toBeGreaterThanOrEqual(folders.size);
    expect(["README.md", "THIRD_PARTY.md", "LICENSE", ...texts].filter((text) => !files.get(text))).toEqual([]);
  });
});

describe("a package", () => {
  /** A project whose only dependency has this license and these files. */
  function projectWith(license: unknown, files: readonly string[]): string {
    const texts: Record<string, string> = {
      "package-lock.json":
        '{ "packages": { "": {}, "node_modules/needed": {}, "node_modules/other": { "dev": true } } }',
      "dist/plugin.js": "",
      "node_modules/needed/package.json": JSON.stringify({ name: "needed", version: "1.0.0", license }),
    };
    for (const file of files) texts[`node_modules/needed/${file}`] = "";
    for (const [file, text] of Object.entries(texts)) {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), text);
    }
    return at(".");
  }

  test("is shipped with its license texts, under any of their usual names", async () => {
    const files = ["licence.md", "NOTICE", "COPYING", "index.js"];
    const [needed] = await shippedPackages(projectWith("(GPL-2.0 OR MIT)", files));
    const texts = ["COPYING", "NOTICE", "licence.md"];
    expect(needed).toMatchObject({ name: "needed", taken: ["MIT"], texts, archived: false });
  });

  test.each<[string, unknown, string[], string]>([
    ["a license that is not accepted", "GPL-3.0", ["LICENSE"], 'is under "GPL-3.0"'],
    ["no license", undefined, ["LICENSE"], "is under undefined"],
    ["no text of its license", "MIT", ["README.md"], "has no file with its license"],
    ["a notice only", "MIT", ["NOTICE"], "has no file with its license"],
  ])("with %s is not shipped", async (_what, license, files, words) => {
    await expect(shippedPackages(projectWith(license, files))).rejects.toThrow(`node_modules/needed ${words}`);
  });
});
