import type { Problem } from "../operation.js";
import type { Properties } from "../values.js";
import { escapedProblems } from "./jsonProblems.js";

/**
 * Texts and keys that `pulumi import` writes wrongly, for a warning; the reason is the language.
 * `importProblems` has those that are refused.
 */
export const changedTexts = (inputs: Properties): Problem[] =>
  escapedProblems(inputs, (key, value) => changingLanguages(key) ?? changingLanguages(value));

function changingLanguages(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const languages = generators.filter(({ changes }) => changes(text)).map(({ language }) => language);
  return languages.length === 0 ? undefined : languages.join(", ");
}

/** The texts that Pulumi's generators get wrong, as of its version 3.259. */
const generators: readonly { readonly language: string; readonly changes: (text: string) => boolean }[] = [
  { language: "YAML", changes: (text) => changedYaml.test(text) || isYamlValue(text) },
  { language: "TypeScript", changes: (text) => hasInnerLineEnd.test(text) && /\$(?!\{)/.test(text) },
  { language: "Python", changes: (text) => hasInnerLineEnd.test(text) && /\\|"$/.test(text) },
];

/** One of two dollar signs is lost, and so is an empty first line. A tab first makes it invalid. */
const changedYaml = /\$\$|^\n|^[\u2028\u2029].*\n|^\t.*\n/s;

/** Only such texts become literals of several lines. */
const hasInnerLineEnd = /[^\n]\n[^\n]|\n.*\n/s;

/**
 * Whether the generator leaves out the quotes of a text that YAML reads as another value. It knows
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
