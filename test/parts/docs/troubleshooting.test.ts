import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../support/environment";
import { mendState } from "../../support/mendState";
import { stackUnderTest } from "../../support/stackUnderTest";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const page = read("docs/troubleshooting.md");

/** The messages in the first cells of the page's tables. */
const quoted = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| message |"))
  .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words))
  .filter((words) => words !== "--fail-on");

const files = execFileSync("git", ["ls-files", "cli"], { cwd: root, encoding: "utf8" });
const sources = files
  .split("\n")
  .filter((file) => file.endsWith(".ts"))
  .map((file) => read(file).replaceAll("\\`", "`").replaceAll('\\"', '"'))
  .join("\n");

/** Messages that the sources compose: fixed parts between bars and variable parts in braces. */
const composed = ["Name another file, or overwrite{ it }with --force", "cannot| read the{ …}"];
const composedParts = new Map(composed.map((text) => [text.replace(/[|{}]/g, ""), text.split(/\{[^}]*\}|\|/)]));

const foreign = [
  "no resource plugin 'pulumi-resource-vcluster-platform' found",
  // How Pulumi says the same where it looked on GitHub, which no test does.
  "error downloading provider",
  "could not find latest version for provider",
  "using pulumi-resource-vcluster-platform from $PATH",
  "Cannot find module 'pulumi-vcluster-platform/dynamic'",
  "failed to load checkpoint: EOF",
  "unknown command",
  "unknown option",
];

const partsOf = (words: string) => (composedParts.get(words) ?? words.split("…")).map((part) => part.trim());

test.each(quoted.filter((words) => !foreign.includes(words)))("the sources contain the message: %s", (words) => {
  expect(partsOf(words).filter((part) => !sources.includes(part))).toEqual([]);
});

test("the lists of this test contain messages of the page only", () => {
  expect([...composedParts.keys(), ...foreign].filter((words) => !quoted.includes(words))).toEqual([]);
});

describe("with Pulumi", () => {
  const source = 'resources: { dev: { type: "vcluster-platform:index:SpaceTemplate" } }';
  const given = stackUnderTest(() => ({ program: "yaml", source }));
  const anyway = { expectSuccess: false };

  test("a missing plugin is reported, and the one on the PATH is used", async () => {
    const folders = (given.stack.env.PATH ?? "").split(path.delimiter);
    const PATH = folders.filter((folder) => !folder.includes(path.join(path.sep, "bin"))).join(path.delimiter);
    const { stdout, stderr } = await given.stack.preview([], { ...anyway, env: { PATH } });
    expect(stdout + stderr).toContain("no resource plugin 'pulumi-resource-vcluster-platform' found");
    const found = await given.stack.up(["--skip-preview"]);
    expect(found.stdout + found.stderr).toContain("using pulumi-resource-vcluster-platform from $PATH");
  });

  test("commands fail with EOF until the empty attributes are deleted; the state is complete", async () => {
    writeFileSync(`${given.stack.stateFile}.attrs`, "");
    const { stderr } = await given.stack.pulumi(["cancel", "--yes"], anyway);
    expect(stderr).toContain("failed to load checkpoint: EOF");
    expect(mendState(given.stack)).toBe(true);
    await given.stack.pulumi(["cancel", "--yes"]);
    await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
  });
});
