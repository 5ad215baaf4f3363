import { isRecord, type Properties } from "../../provider/objects/values";
import { typeToken } from "../../provider/resources/typeToken";
import type { Importable } from "./importables";
import { jsonText } from "./jsonText";
import { resourceNames } from "./resourceNames";
import { secretsLeftOut } from "./secretsLeftOut";

/** A program in YAML that declares what is imported as it is. */
export function yamlProgram(taken: readonly Importable[]): string {
  const names = resourceNames(taken);
  const resources = taken.flatMap((each, index) => {
    const { logical, variable } = names[index] ?? { logical: "", variable: "" };
    return [`  ${variable}:`, ...resourceLines(each, logical).map((line) => (line === "" ? line : `    ${line}`))];
  });
  return `${["resources:", ...resources].join("\n")}\n`;
}

function resourceLines(taken: Importable, logical: string): string[] {
  const secrets = secretsLeftOut(taken);
  return [
    `type: ${typeToken(taken.resource.type)}`,
    `name: ${jsonText(logical)}`,
    ...(secrets === undefined ? [] : [`# ${secrets}`]),
    ...memberLines("properties", taken.inputs),
    "options:",
    "  protect: true",
  ];
}

/** A member of a map, and the lines below it. */
function memberLines(key: string, value: unknown): string[] {
  const word =
    /^[A-Za-z]\w*$/.test(key) && !scalarWords.has(key.toLowerCase()) ? key : jsonText(withoutReferences(key));
  const [first = "", ...rest] = valueLines(value);
  return isInline(value) ? [`${word}: ${first}`, ...rest] : [`${word}:`, ...indented([first, ...rest])];
}

// Readers of YAML 1.1 take these for something else than texts.
const scalarWords = new Set(["y", "n", "yes", "no", "on", "off", "true", "false", "null"]);

function valueLines(value: unknown): string[] {
  if (typeof value === "string") return textLines(value);
  if (isInline(value)) return [JSON.stringify(value)];
  if (Array.isArray(value)) return value.flatMap(itemLines);
  return Object.entries(value as Properties).flatMap(([key, inside]) => memberLines(key, inside));
}

function itemLines(value: unknown): string[] {
  const [first = "", ...rest] = valueLines(value);
  return [`- ${first}`, ...indented(rest)];
}

/** Whether it begins on the line of its key. */
const isInline = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : !isRecord(value) || Object.keys(value).length === 0;

/** Text of several lines stands as it is where that reads the same again. */
function textLines(text: string): string[] {
  const escaped = withoutReferences(text);
  if (!isBlock(escaped)) return [jsonText(escaped)];
  const lines = escaped.split("\n");
  return escaped.endsWith("\n") ? ["|", ...indented(lines.slice(0, -1))] : ["|-", ...indented(lines)];
}

// Editors take away spaces at the ends of lines.
const isBlock = (text: string): boolean => /^[!-~][ -~]*\n(?:[ -~\n]*[!-~]\n?)$/.test(text) && !/ \n/.test(text);

/** To Pulumi `${` begins a reference, and `$$` is one dollar sign. */
const withoutReferences = (text: string): string => text.replace(/\$(?=[${])/g, "$$$$");

const indented = (lines: readonly string[]): string[] => lines.map((line) => (line === "" ? line : `  ${line}`));
