import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import * as identity from "../../provider/packageNames";
import { functions, resources } from "../../provider/resources/registry";
import { settings } from "../../provider/schema/packageSchema";
import { envName } from "../../provider/settingNames";
import { root } from "../support/environment";

const { npmName, packageName, pluginName } = identity;
const types = ["index", ...settings({}).map(([name]) => name)];
const members = [...types, ...resources.map(({ type }) => type), ...functions.map(({ name }) => name)].join("|");

/** Patterns that find a name of the package in any spelling, with the right ones. */
const spellings: [pattern: RegExp, right: string[]][] = [
  [/\bpulumi[-_](?:resource[-_])?(?:vcluster[-_])?platform\b/gi, [npmName, npmName.replaceAll("-", "_"), pluginName]],
  [/\w*PLATFORM_(?=[A-Z])/g, [envName("x").slice(0, -1), envName("platformId").replace(/ID$/, "")]],
  [new RegExp(`[\\w-]*platform:(?=(?:${members})\\b)`, "g"), [`${packageName}:`, `__platform:`]],
  [/(?<=providers:|dynamic\\?\/)[\w-]*platform\b(?!\.)/g, [packageName]],
];

const wrongIn = (text: string) =>
  spellings.flatMap(([pattern, right]) => (text.match(pattern) ?? []).filter((name) => !right.includes(name)));

const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
// This file has wrong names on purpose.
const others = files.filter((file) => !file.endsWith("names.test.ts"));
/** The Secret from which a virtual cluster reads its connection: a name of the product. */
const productSecret = "vcluster-platform-api-key";

const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");

test("every file spells the names of the package as provider/packageNames.ts does", () => {
  const wrong = others.flatMap((file) =>
    [...wrongIn(file), ...wrongIn(textOf(file))].map((name) => `${file}: ${name}`),
  );
  expect(wrong).toEqual([]);
});

test.each(["pulumi-platform", "pulumi_platform", "PLATFORM_BASE_URL", "platform:baseUrl", "providers:platform"])(
  "%s is found",
  (name) => expect(wrongIn(name)).toHaveLength(1),
);

test("only provider/packageNames.ts has the names as literals, and the place where a bundler has to see one", () => {
  const sources = files.filter((file) => /^(provider|cli|emulator|sdk)\/(?!generated).*\.ts$/.test(file));
  const code = (file: string) =>
    textOf(file)
      .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "")
      .replaceAll(/\]\(\.\.\/[^)]*\)/g, "")
      .replaceAll(productSecret, "");
  const found = sources.filter((file) => /vcluster-?platform|vcluster_platform/i.test(code(file)));
  // The namespace that the platform runs in has the same name.
  expect(found).toEqual([
    ...["emulator/kinds/project.ts", "provider/packageNames.ts", "provider/resources/sharedSecret.ts"],
    "sdk/functions.ts",
  ]);
});
