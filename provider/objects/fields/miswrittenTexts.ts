import type { Problem } from "../operation.js";
import type { Properties } from "../values.js";
import { escapedProblems } from "./jsonProblems.js";

/**
 * Texts and keys that `pulumi import` writes wrongly into a program, for a warning. Each reason is
 * a list of languages. `importProblems` has the texts and keys that are refused.
 */
export const miswrittenTexts = (inputs: Properties): Problem[] =>
  escapedProblems(inputs, (key, value) => affectedLanguages(key) ?? affectedLanguages(value));

function affectedLanguages(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const languages = generators.filter(({ changes }) => changes(text)).map(({ language }) => language);
  return languages.length === 0 ? undefined : languages.join(", ");
}

/**
 * The texts that Pulumi's generators get wrong, as of its version 3.259. In literals of several
 * lines, TypeScript loses `$` without `{`. Python loses `\`, and a final quote closes it early.
 */
const generators: readonly { readonly language: string; readonly changes: (text: string) => boolean }[] = [
  { language: "YAML", changes: (text) => changedYaml.test(text) || isYamlValue(text) },
  { language: "TypeScript", changes: (text) => multiline.test(text) && /\$(?!\{)/.test(text) },
  { language: "Python", changes: (text) => multiline.test(text) && /\\|"$/.test(text) },
];

/** YAML loses one of two dollar signs, and an empty first line. An initial tab makes it invalid. */
const changedYaml = /\$\$|^\n|^[\u2028\u2029].*\n|^\t.*\n/s;

/** Matches texts written as literals of several lines: with an inner line end, or with two. */
const multiline = /[^\n]\n[^\n]|\n.*\n/s;

/**
 * Whether the generator writes a text without quotes that YAML reads as another value. It quotes
 * decimal numbers, `true` and `false`, but not their other forms.
 */
function isYamlValue(text: string): boolean {
  const digits = text.replace(/^[-+]|_/g, "");
  const number = /^[\d.]/.test(digits) ? Math.abs(Number(digits)) : Number.NaN;
  const isUnquoted = number > maxQuotedNumber || /^[-+]?0[xob]|__|_$/i.test(text);
  const isWord = /^(?:~|null|true|false|[-+]?\.inf|\.nan)$/i.test(text) && text !== "true" && text !== "false";
  return isWord || (Number.isFinite(number) && isUnquoted);
}

/** The largest float of 32 bits. The generator writes larger numbers without quotes. */
const maxQuotedNumber = 3.4028234663852886e38;
