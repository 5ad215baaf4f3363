import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { commands } from "../../../cli/main";
import { scripts } from "../../../package.json";
import { providerConfig } from "../../../provider/config/config";
import { functions } from "../../../provider/resources/registry";
import { envName } from "../../../provider/settingNames.js";
import { runCommand } from "../../support/command";
import { testEnvironment } from "../../support/environment";
import { guides, readPages } from "../../support/readPages";
import { commandsIn, type DocumentedCommand } from "./support/commandsIn";

const pages = readPages(guides());
const namesOf = ({ options }: (typeof commands)[number]) =>
  options.flatMap(({ long, short }) => [long, short].flatMap((flag) => flag?.replace(/^-+/, "") ?? []));
const places = (calls: readonly DocumentedCommand[]) => calls.map(({ place, text }) => `${place}: ${text}`);

test("commands are found with their options, up to a pipe or a comment", () => {
  const code = (language: string, text: string) => ({ language, text, line: 1, heading: "" });
  const block =
    "A=b pulumi up --yes # --no\npulumi stack export | npx --no -- pulumi-vcluster-platform orphans \\\n  --state -";
  const inline = ["pulumi up --replace <its URN>", "pulumi.secret(…)", "pulumi"].map((text) => code("inline", text));
  const page = { file: "page.md", blocks: [code("sh", block)], inline, links: [], anchors: [] };
  expect(commandsIn(page, "pulumi").map(({ words, options }) => [words.join(" "), options])).toEqual([
    ["pulumi up --yes", ["yes"]],
    ["pulumi stack export", []],
    ["pulumi up --replace <its URN>", ["replace"]],
  ]);
  expect(commandsIn(page, "pulumi-vcluster-platform").map(({ options }) => options)).toEqual([["state"]]);
});

test.each(pages)("$file calls pulumi-vcluster-platform with existing commands and options", (page) => {
  const wrong = commandsIn(page, "pulumi-vcluster-platform").filter(({ words: [, name = "", second], options }) => {
    // "pulumi-vcluster-platform package has no …" is a message.
    if (/^(--help|--version|package)$/.test(name)) return false;
    const command = commands.find((each) => [name, `${name} ${second}`].includes(each.name));
    const known = [...(command ? namesOf(command) : []), "help", "version"];
    return !command || options.some((option) => !known.includes(option));
  });
  expect(places(wrong)).toEqual([]);
});

test("no page lets npx install a package of this name", () => {
  const risky = pages
    .flatMap((page) => commandsIn(page, "npx"))
    .filter(({ words }) => words.includes("pulumi-vcluster-platform"));
  expect(places(risky.filter(({ text }) => !text.startsWith("npx --no -- pulumi-vcluster-platform ")))).toEqual([]);
});

const npmCommands = ["audit", "ci", "install", "pack", "publish", "run", "test", "version"];

const ofScripts = ["keep", "list", "only", "part", "publish"];

test.each(pages)("$file calls existing npm scripts with options that they know", (page) => {
  const wrong = commandsIn(page, "npm").filter(({ words: [, verb = "", name = ""], options }) => {
    // Options of npm test go to jest.
    if (verb !== "run" || name === "") return !npmCommands.includes(verb);
    return !(name in scripts) || options.some((option) => !["-", ...ofScripts].includes(option));
  });
  expect(places(wrong)).toEqual([]);
});

/** Variables of other tools. */
const othersVariables = [
  "PULUMI_ACCESS_TOKEN",
  "PULUMI_BACKEND_URL",
  "PULUMI_CONFIG_PASSPHRASE",
  "PULUMI_DEBUG_COMMANDS",
  "PULUMI_DEBUG_GRPC",
  "PULUMI_ENABLE_STREAMING_JSON_PREVIEW",
  "VCLUSTER_PLATFORM_CACHE",
  "PULUMI_SKIP_CHECKPOINTS",
  "PULUMI_TRACING_NO_PAYLOADS",
];
const matchesIn = (page: (typeof pages)[number], word: RegExp): string[] =>
  [...page.blocks, ...page.inline].flatMap(({ text }) => [...text.matchAll(word)].map(([found]) => found));

test.each(pages)("$file names existing settings and variables", (page) => {
  const settings = Object.keys(providerConfig.shape);
  // Functions may be called without the module, too.
  const tokens = ["index", ...settings, ...functions.map(({ name }) => name)].map(
    (name) => `vcluster-platform:${name}`,
  );
  const known = [...tokens, ...settings.map(envName), ...othersVariables];
  const named = matchesIn(page, /\b(vcluster-platform:[a-z]\w*|(PLATFORM|PULUMI)_[A-Z_]*[A-Z]\b)/g);
  expect(named.filter((word) => !known.includes(word))).toEqual([]);
});

test("every known variable of other tools is used by a page", () => {
  const named = pages.flatMap((page) => matchesIn(page, /\b[A-Z_]+\b/g));
  expect(othersVariables.filter((name) => !named.includes(name))).toEqual([]);
});

describe("pulumi", () => {
  // lookups.test.ts runs `pulumi do`, whose options vary. "pulumi was not found" is a message.
  const calls = pages
    .flatMap((page) => commandsIn(page, "pulumi"))
    .filter(({ words, text }) => words[1] !== "do" && text !== "pulumi was not found");
  /** The words of a call before its first option or argument. */
  const pathOf = (words: readonly string[]) => {
    const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
    return (end === -1 ? words : words.slice(0, end)).join(" ");
  };
  const paths = [...new Set(calls.map(({ words }) => pathOf(words)))].sort();
  /** Output of `--help` by the words in front of it. */
  const helps = new Map<string, string>();
  /** Options that the engine hides in its help; the tests of canaries use them. */
  const hidden = ["event-log", "plan"];
  const optionsOf = (help: string) => [...help.matchAll(/(?<=^ {2,}|, )--?([\w-]+)/gm)].map(([, name]) => name);

  beforeAll(async () => {
    const home = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-"));
    const env = { ...testEnvironment(home), PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" };
    for (const each of paths) {
      const [program = "", ...words] = each.split(" ");
      helps.set(each, (await runCommand(program, [...words, "--help"], { cwd: home, env })).stdout);
    }
    rmSync(home, { recursive: true, force: true });
  });

  test("every command of a page exists", () => {
    // The help of an unknown command is that of its group, which asks for a command.
    const exists = (each: string) => {
      const usages =
        (helps.get(each) ?? "")
          .split("Usage:\n")[1]
          ?.trim()
          .split(/ \[|\n/) ?? [];
      const [usage = "", ...more] = usages;
      const depth = usage.split(" ").length;
      return depth > 1 && (depth === each.split(" ").length || !more.join("\n").includes("command]"));
    };
    expect(paths.filter((each) => !exists(each))).toEqual([]);
  });

  test("every option of a call belongs to its command", () => {
    const wrong = calls.filter(({ words, options }) => {
      const known = [...optionsOf(helps.get(pathOf(words)) ?? ""), ...hidden];
      return options.some((option) => !known.includes(option));
    });
    expect(places(wrong)).toEqual([]);
  });

  test("every option that a page names alone belongs to some command", () => {
    const own = commands.flatMap(namesOf);
    const others = ["ca-file", "count", "no", "package"];
    const known = new Set([...own, ...[...helps.values()].flatMap(optionsOf), ...hidden, ...ofScripts, ...others]);
    const unknown = pages.flatMap(({ file, inline }) =>
      inline.flatMap(({ text, line }) => {
        const [, option] = /^--?([a-z][\w-]*)/.exec(text) ?? [];
        return option !== undefined && !known.has(option) ? [`${file}:${line}: ${text}`] : [];
      }),
    );
    expect(unknown).toEqual([]);
  });
});
