import { readFileSync } from "node:fs";
import path from "node:path";
import { type Lockfile, lockfileProblems } from "../../scripts/supply/lockfileProblems.js";
import { root } from "../support/environment";

const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), "utf8"));
const lockfile: Lockfile = json("package-lock.json");
const manifest = json("package.json");
const entries = Object.entries(lockfile.packages).filter(([folder]) => folder !== "");
const shipped = entries.filter(([, { dev }]) => !dev);

test("the lockfile pins every package by its digest, from npm's registry, in the range that package.json wants", () => {
  expect(lockfileProblems(lockfile, manifest)).toEqual([]);
  const bare = entries.filter(([, { integrity }]) => integrity === undefined);
  process.stdout.write(
    `${entries.length} packages, ${shipped.length} of them ship, ${bare.length} tools of other systems without a digest\n`,
  );
});

test("it is written without addresses, so that a registry in between is nobody's business", () => {
  expect(readFileSync(path.join(root, ".npmrc"), "utf8")).toContain("omit-lockfile-registry-resolved=true");
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test("everything that ships is pinned by a digest, and one package of it has a script, which is not needed", () => {
  expect(shipped.filter(([, { integrity }]) => !integrity)).toEqual([]);
  const scripted = shipped.filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(scripted.map(([folder]) => folder)).toEqual(["node_modules/protobufjs"]);
});

test("nothing is allowed to run when it is installed, and no package is named there that is gone", () => {
  const scripted = entries.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([folder]) => folder.split("node_modules/").at(-1));
  expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(names)].sort());
  expect(Object.values(manifest.allowScripts).every((allowed) => allowed === false)).toBe(true);
});
