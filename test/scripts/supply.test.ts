import { lockfileProblems } from "../../scripts/supply/lockfileProblems.js";
import { takenLicences } from "../../scripts/supply/takenLicences.js";

describe("a lockfile", () => {
  const integrity = `sha512-${"A".repeat(86)}==`;
  const manifest = { dependencies: { a: "^1.2.3" }, allowScripts: { scripted: false, protobufjs: false } };
  const good = { "": { dependencies: manifest.dependencies }, "node_modules/a": { version: "1.2.3", integrity } };
  const problemsWith = (entries: object, wanted: object = manifest) =>
    lockfileProblems({ lockfileVersion: 3, packages: { ...good, ...entries } }, wanted);
  const otherSystem = { dev: true, optional: true, os: ["darwin"], cpu: ["arm64"] };

  test.each<[string, object]>([
    ["the packages of package.json", {}],
    ["a tool for another system without a digest", { "node_modules/b": otherSystem }],
    ["a forbidden script of a tool", { "node_modules/scripted": { dev: true, hasInstallScript: true, integrity } }],
  ])("with %s has no problem", (_what, entries) => expect(problemsWith(entries)).toEqual([]));

  const from = (source: string) => `comes from ${source}, and not from npm's registry`;
  const ssh = "git+ssh://git@github.com/b/b.git#1";
  const https = "https://packages.test/b.tgz";
  const linux = { os: ["linux"], cpu: ["x64"] };
  const sha1 = "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=";
  const undecided = 'runs a script that "allowScripts" of package.json does not forbid';

  test.each<[string, object, string]>([
    ["no digest", {}, "has no digest"],
    ["a weak digest", { integrity: sha1 }, `has no SHA-512 digest, but ${sha1}`],
    ["Git as its source", { resolved: ssh, integrity }, from(ssh)],
    ["an address", { resolved: https, integrity }, from(https)],
    ["a folder as its source", { resolved: "../b", link: true }, from("a folder")],
    ["a shipped script", { hasInstallScript: true, integrity }, "ships, and runs a script when it is installed"],
    ["an undecided script", { dev: true, hasInstallScript: true, integrity }, undecided],
    ["no digest, but shipped", { ...otherSystem, dev: false }, "has no digest"],
    ["no digest, but needed", { ...otherSystem, optional: false }, "has no digest"],
    ["no digest, but for every system", { dev: true, optional: true }, "has no digest"],
    ["no digest, but run by CI", { ...otherSystem, ...linux, libc: ["glibc"] }, "has no digest"],
  ])("with a package with %s is refused", (_what, entry, problem) => {
    const folder = "node_modules/x/node_modules/b";
    expect(problemsWith({ [folder]: entry })).toContain(`${folder} ${problem}`);
  });

  test("of another format is refused", () => {
    const problems = lockfileProblems({ lockfileVersion: 2, packages: good }, manifest);
    expect(problems).toEqual(["The lockfile has format 2, and not 3"]);
  });

  test.each([
    ["a", { a: "^1.3.0" }],
    ["b", { ...manifest.dependencies, b: "^1.0.0" }],
  ])("without the dependency %s of package.json is refused", (name, dependencies) => {
    const problem = `${name}: dependencies of package.json and of the lockfile differ`;
    expect(problemsWith({}, { dependencies })).toEqual([problem]);
  });

  test.each([
    ["^1.2.3", "1.10.0", true],
    ["^1.2.3", "1.2.2", false],
    ["^1.2.3", "2.2.3", false],
    ["^0.2.3", "0.3.3", false],
    ["^0.0.3", "0.0.4", false],
    ["^1.0.0-beta.0", "1.0.0-beta.0", true],
    ["1.2.3", "1.2.3", false],
  ])("for the range %s with version %s is accepted: %s", (range, version, accepted) => {
    const dependencies = { a: range };
    const packages = { "": { dependencies }, "node_modules/a": { version, integrity } };
    const problems = accepted ? [] : [`a: ${version} is not in ${range}`];
    expect(problemsWith(packages, { dependencies })).toEqual(problems);
  });
});

test.each([
  ["MIT", ["MIT"]],
  ["PSF-2.0", ["PSF-2.0"]],
  ["(GPL-2.0 OR BSD-3-Clause)", ["BSD-3-Clause"]],
  ["(BSD-3-Clause AND Apache-2.0)", ["BSD-3-Clause", "Apache-2.0"]],
  ["MIT OR Apache-2.0", ["MIT"]],
])("of the licences %j, %j are taken", (offered, taken) => expect(takenLicences(offered)).toEqual(taken));

test.each([
  ...["GPL-3.0", "SEE LICENSE IN LICENSE", "MIT AND GPL-2.0", "(MIT AND (GPL-2.0 OR ISC))"],
  ...["Apache-2.0 WITH Some-exception", "mit", "", undefined, { type: "MIT" }],
])("of the licence %j none is taken", (offered) => expect(takenLicences(offered)).toBeUndefined());
