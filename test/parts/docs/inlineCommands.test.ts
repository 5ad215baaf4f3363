import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { commands } from "../../../cli/commands";
import { scripts } from "../../../package.json";
import { providerConfig } from "../../../provider/config";
import { envName } from "../../../provider/config/settingWords";
import { functions } from "../../../provider/resources/functions";
import { commandsIn } from "./support/commandsIn";
import { readPages } from "./support/readPages";

const root = path.join(__dirname, "..", "..", "..");
const pages = readPages();

/** Of the tools around the provider. */
const othersVariables = [
  "CONFORMANCE_RESTRICTED_KEY",
  "PULUMI_ACCESS_TOKEN",
  "PULUMI_BACKEND_URL",
  "PULUMI_CONFIG_PASSPHRASE",
  "PULUMI_DEBUG_COMMANDS",
  "PULUMI_DEBUG_GRPC",
  "PULUMI_DEBUG_PROMISE_LEAKS",
  "PULUMI_PLATFORM_CACHE",
  "PULUMI_PLATFORM_WITHOUT",
  "PULUMI_SKIP_CHECKPOINTS",
  "PULUMI_TRACING_NO_PAYLOADS",
];

const wordsOf = (page: (typeof pages)[number], word: RegExp): string[] =>
  [...page.blocks, ...page.inline].flatMap(({ text }) => [...text.matchAll(word)].map(([found]) => found));

test("commands are found with their options, up to a pipe or a comment", () => {
  const code = (language: string, text: string) => ({ language, text, line: 1, heading: "" });
  const page = {
    file: "page.md",
    blocks: [
      code("sh", "A=b pulumi up --yes # --no\npulumi stack export | npx pulumi-platform orphans \\\n  --state -"),
    ],
    inline: [
      code("inline", "pulumi up --replace <its URN>"),
      code("inline", "pulumi.secret(…)"),
      code("inline", "pulumi"),
    ],
  };
  expect(commandsIn(page, "pulumi").map(({ words, options }) => [words.join(" "), options])).toEqual([
    ["pulumi up --yes", ["yes"]],
    ["pulumi stack export", []],
    ["pulumi up --replace <its URN>", ["replace"]],
  ]);
  expect(commandsIn(page, "pulumi-platform").map(({ options }) => options)).toEqual([["state"]]);
});

test.each(pages)("$file calls pulumi-platform with commands and options that there are", (page) => {
  const wrong = commandsIn(page, "pulumi-platform").filter(({ words, options }) => {
    const command = commands.find(({ name }) => name === words[1]);
    const known = [...Object.keys(command?.options ?? {}), "help", "version"];
    return (
      !/^--(help|version)$/.test(words[1] ?? "") && (!command || options.some((option) => !known.includes(option)))
    );
  });
  expect(wrong.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});

/** What npm itself knows. */
const npmCommands = ["audit", "ci", "install", "pack", "publish", "run", "test", "version"];

/** All that a script is made of: its own file, and the folder of its name. */
function textOf(script: string): string {
  const beside = path.join(root, "scripts", script);
  const folder = existsSync(beside) ? readdirSync(beside).map((file) => path.join(beside, file)) : [];
  const files = [`${beside}.mjs`, ...folder].filter((file) => /\.m?js$/.test(file) && existsSync(file));
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

test.each(pages)("$file calls scripts of package.json that there are, with options that they know", (page) => {
  const wrong = commandsIn(page, "npm").filter(({ words: [, verb = "", name = ""], options }) => {
    // What follows npm test goes to jest.
    if (verb !== "run" || name === "") return !npmCommands.includes(verb);
    const text = textOf(name);
    return !(name in scripts) || options.some((option) => option !== "-" && !new RegExp(`\\b${option}\\b`).test(text));
  });
  expect(wrong.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});

test.each(pages)("$file names settings that there are, and variables that somebody reads", (page) => {
  const settings = Object.keys(providerConfig.shape);
  // Functions may be called without the module, too.
  const tokens = ["index", ...settings, ...functions.map(({ name }) => name)].map((name) => `platform:${name}`);
  const known = [...tokens, ...settings.map(envName)];
  const named = wordsOf(page, /\b(platform:[a-z]\w*|(PLATFORM|PULUMI|CONFORMANCE)_[A-Z_]*[A-Z]\b)/g);
  expect(named.filter((word) => ![...known, ...othersVariables].includes(word))).toEqual([]);
});

test("every variable of others is named somewhere", () => {
  const named = pages.flatMap((page) => wordsOf(page, /\b[A-Z_]+\b/g));
  expect(othersVariables.filter((name) => !named.includes(name))).toEqual([]);
});
