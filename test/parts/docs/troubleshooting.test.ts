import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../support/environment";
import { mendState } from "../../support/mendState";
import { stackUnderTest } from "../../support/stackUnderTest";
import { messagesIn } from "./support/messagesIn";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const page = read("docs/troubleshooting.md");

/** The messages in the first cells of the page's tables. */
const quoted = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| message |"))
  .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words))
  .filter((words) => words !== "--fail-on");

const files = execFileSync("git", ["ls-files", "cli", "provider"], { cwd: root, encoding: "utf8" });
const messages = files
  .split("\n")
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => messagesIn(read(file)));

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

/** The one message whose verb is a value. */
const composed = "cannot read the …";

/** Whether a message has the words; `…` stands for any text. */
const contains = (words: string) => {
  const parts = words
    .replace(composed, "cannot … the …")
    .split("…")
    .map((part) => part.trim());
  return (message: string) => parts.every((part) => message.includes(part));
};

test.each(quoted.filter((words) => !foreign.includes(words)))("a message has the words: %s", (words) => {
  expect(messages.filter(contains(words))).not.toEqual([]);
});

test("the page has twenty rows about messages of the provider", () => {
  const [, provider = ""] = page.split(/^## (?:Settings and connections|Pulumi's own messages)$/m);
  const rows = provider.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| message |"));
  expect(rows.map((row) => row.split(" | ").length)).toEqual(Array.from({ length: 20 }, () => 3));
});

test("the list of foreign messages has messages of the page only", () => {
  expect([composed, ...foreign].filter((words) => !quoted.includes(words))).toEqual([]);
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
