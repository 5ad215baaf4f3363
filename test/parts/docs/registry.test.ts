// The two pages that Pulumi's registry shows.
import { readFileSync } from "node:fs";
import path from "node:path";
import { providerConfig } from "../../../provider/config/config";
import { language } from "../../../schema.json";
import { root } from "../../support/environment";
import { pageUnderTest } from "../../support/pageUnderTest";
import { readPages } from "../../support/readPages";

const textOf = (name: string) => readFileSync(path.join(root, "docs", name), "utf8");

test.each(["_index.md", "installation-configuration.md"])("%s has the front matter of the registry", (name) => {
  expect(textOf(name)).toMatch(/^---\ntitle: .+\nmeta_desc: .{20,160}\nlayout: package\n---\n/);
});

test.each(["_index.md", "installation-configuration.md"])(
  "%s has no relative link: the registry has no other page",
  (name) => {
    const [page] = readPages([path.posix.join("docs", name)]);
    expect(page?.links.map(({ url }) => url).filter((url) => !/^(https:|#)/.test(url))).toEqual([]);
  },
);

test("the first page has one program for each language of its chooser", () => {
  const text = textOf("_index.md");
  const [, languages = ""] = /chooser language "([^"]+)"/.exec(text) ?? [];
  const choosable = [...text.matchAll(/choosable language (\w+) %\}\}\n\n```(\w+)\n/g)];
  expect(choosable.map(([, name, fence]) => [name, fence])).toEqual(languages.split(",").map((name) => [name, name]));
  expect(pageUnderTest("docs/_index.md").block("package main").text).toContain(`"${language.go.importBasePath}"`);
});

test("the page of the configuration has every setting and every package", () => {
  const text = textOf("installation-configuration.md");
  const { nodejs, python, go } = language;
  const names = [nodejs.packageName, python.packageName, go.importBasePath];
  const settings = Object.keys(providerConfig.shape).map((name) => `vcluster-platform:${name}`);
  expect([...settings, ...names].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
