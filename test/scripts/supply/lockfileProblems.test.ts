import { lockfileProblems } from "../../../scripts/supply/lockfileProblems.js";

const integrity = `sha512-${"A".repeat(86)}==`;
const manifest = { dependencies: { a: "^1.2.3" }, allowScripts: { scripted: false, protobufjs: false } };
const good = { "": { dependencies: manifest.dependencies }, "node_modules/a": { version: "1.2.3", integrity } };

/** What is wrong with a lockfile that has these entries besides. */
const problemsWith = (entries: object) =>
  lockfileProblems({ lockfileVersion: 3, packages: { ...good, ...entries } }, manifest);

const otherSystem = { dev: true, optional: true, os: ["darwin"], cpu: ["arm64"] };

test.each<[string, object]>([
  ["only what package.json names", {}],
  ["a tool's program for another system, without a digest", { "node_modules/b": otherSystem }],
  ["a tool's script that is forbidden", { "node_modules/scripted": { dev: true, hasInstallScript: true, integrity } }],
  ["the one script that is known", { "node_modules/protobufjs": { hasInstallScript: true, integrity } }],
])("nothing is wrong with a lockfile that has %s", (_what, entries) => {
  expect(problemsWith(entries)).toEqual([]);
});

test.each<[string, object, string]>([
  ["no digest", {}, "has no digest"],
  [
    "a weak digest",
    { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" },
    "has no SHA-512 digest, but sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=",
  ],
  [
    "a second digest, which would be as good as the first",
    { integrity: `${integrity} sha1-x` },
    `has no SHA-512 digest, but ${integrity} sha1-x`,
  ],
  ["an empty digest", { integrity: "" }, "has no SHA-512 digest, but "],
  [
    "Git as its source",
    { resolved: "git+ssh://git@github.com/b/b.git#1", integrity },
    "comes from git+ssh://git@github.com/b/b.git#1, and not from npm's registry",
  ],
  [
    "a source without TLS",
    { resolved: "http://packages.test/b.tgz", integrity },
    "comes from http://packages.test/b.tgz, and not from npm's registry",
  ],
  [
    "a file as its source",
    { resolved: "file:../b.tgz", integrity },
    "comes from file:../b.tgz, and not from npm's registry",
  ],
  [
    "an address",
    { resolved: "https://packages.test/b.tgz", integrity },
    "comes from https://packages.test/b.tgz, and not from npm's registry",
  ],
  ["a script, and ships", { hasInstallScript: true, integrity }, "ships, and runs a script when it is installed"],
  [
    "a script that nobody decided about",
    { dev: true, hasInstallScript: true, integrity },
    'runs a script that "allowScripts" of package.json does not forbid',
  ],
  ["no digest though it ships", { ...otherSystem, dev: false }, "has no digest"],
  ["no digest though it is needed", { ...otherSystem, optional: false }, "has no digest"],
  ["no digest though it is for every system", { dev: true, optional: true }, "has no digest"],
  ["no digest though CI runs it", { ...otherSystem, os: ["linux"], cpu: ["x64"], libc: ["glibc"] }, "has no digest"],
  ["no digest though CI may run it", { ...otherSystem, os: ["linux"], cpu: ["x64"] }, "has no digest"],
])("a package with %s is refused", (_what, entry, problem) => {
  expect(problemsWith({ "node_modules/x/node_modules/b": entry })).toContain(
    `node_modules/x/node_modules/b ${problem}`,
  );
});

test("a folder in the place of a package is refused", () => {
  expect(problemsWith({ "node_modules/b": { resolved: "../b", link: true } })).toContain(
    "node_modules/b comes from a folder, and not from npm's registry",
  );
});

test("another format of the lockfile is refused", () => {
  expect(lockfileProblems({ lockfileVersion: 2, packages: good }, manifest)).toEqual([
    "The lockfile has format 2, and not 3",
  ]);
});

test("a lockfile of another package.json is refused", () => {
  const [newer, more] = [{ a: "^1.3.0" }, { ...manifest.dependencies, b: "^1.0.0" }];
  expect(lockfileProblems({ lockfileVersion: 3, packages: good }, { dependencies: newer })).toEqual([
    "a: dependencies of package.json and of the lockfile differ",
  ]);
  expect(lockfileProblems({ lockfileVersion: 3, packages: good }, { dependencies: more })).toEqual([
    "b: dependencies of package.json and of the lockfile differ",
  ]);
});

test.each([
  ["^1.2.3", "1.2.3", true],
  ["^1.2.3", "1.2.4", true],
  ["^1.2.3", "1.10.0", true],
  ["^1.2.3", "1.2.2", false],
  ["^1.2.3", "1.1.9", false],
  ["^1.2.3", "2.2.3", false],
  ["^0.2.3", "0.2.4", true],
  ["^0.2.3", "0.3.3", false],
  ["^0.0.3", "0.0.4", false],
  ["^1.0.0-beta.0", "1.0.0-beta.0", true],
  ["^1.2.3", "none", false],
  ["1.2.3", "1.2.3", false],
  ["*", "1.2.3", false],
  ["github:b/b", "1.2.3", false],
])("of a package wanted as %s, %s is accepted: %s", (range, version, accepted) => {
  const dependencies = { a: range };
  const packages = { "": { dependencies }, "node_modules/a": { version, integrity } };
  const problems = lockfileProblems({ lockfileVersion: 3, packages }, { dependencies });
  expect(problems).toEqual(accepted ? [] : [`a: ${version} is not in ${range}`]);
});
