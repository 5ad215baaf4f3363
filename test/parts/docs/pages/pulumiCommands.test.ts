import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { commands } from "../../../../cli/commands";
import { runCommand } from "../../../support/command";
import { testEnvironment } from "../../../support/environment";
import { commandsIn } from "../support/commandsIn";
import { readPages } from "../support/readPages";

const home = mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const pages = readPages();
/** Messages that begin as a call does. */
const messages = ["pulumi was not found"];
// What `pulumi do` knows depends on the provider; the scenario of docs/lookups.md runs it.
const all = pages
  .flatMap((page) => commandsIn(page, "pulumi"))
  .filter(({ words, text }) => words[1] !== "do" && !messages.includes(text));

/** The words of a call up to its first option or argument, such as one with a sign in it. */
function pathOf(words: readonly string[]): string {
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  return (end === -1 ? words : words.slice(0, end)).join(" ");
}

const paths = [...new Set(all.map(({ words }) => pathOf(words)))].sort();
/** What `--help` says, by the words in front of it. */
const helps = new Map<string, string>();

beforeAll(async () => {
  const env = { ...testEnvironment(home), PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const settings = { cwd: home, env };
  for (const each of paths) {
    const [program = "", ...words] = each.split(" ");
    helps.set(each, (await runCommand(program, [...words, "--help"], settings)).stdout);
  }
});

/** The options that a help names, in long and in short. */
const optionsOf = (help: string) => [...help.matchAll(/(?<=^ {2,}|, )--?([\w-]+)/gm)].map(([, name]) => name);

/** What the engine hides in its helps. Measured by the tests of canaries. */
const hidden = ["event-log"];

test("every command of pulumi that a page names is there", () => {
  // Help for what is no command is the help of what stands in front of it; a group with an argument has asked for no command of it.
  const isThere = (each: string) => {
    const [usage = "", ...more] =
      (helps.get(each) ?? "")
        .split("Usage:\n")[1]
        ?.trim()
        .split(/ \[|\n/) ?? [];
    const depth = usage.split(" ").length;
    return depth > 1 && (depth === each.split(" ").length || !more.join("\n").includes("command]"));
  };
  expect(paths.filter((each) => !isThere(each))).toEqual([]);
});

test("every option of a call is one of its command", () => {
  const wrong = all.filter(({ words, options }) => {
    const known = [...optionsOf(helps.get(pathOf(words)) ?? ""), ...hidden];
    return options.some((option) => !known.includes(option));
  });
  expect(wrong.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});

test("every option that a page names by itself is one of some command", () => {
  const own = commands.flatMap(({ options }) => Object.keys(options));
  // Of scripts, and of `pulumi do`.
  const others = [
    ...["audit-registry", "ca-file", "count", "despite-audit", "go-types", "package"],
    ...["registry", "restricted-key"],
  ];
  const known = new Set([...own, ...[...helps.values()].flatMap(optionsOf), ...hidden, ...others]);
  const named = pages.flatMap(({ file, inline }) =>
    inline.flatMap(({ text, line }) => {
      const [, option] = /^--?([a-z][\w-]*)/.exec(text) ?? [];
      return option !== undefined && !known.has(option) ? [`${file}:${line}: ${text}`] : [];
    }),
  );
  expect(named).toEqual([]);
});
