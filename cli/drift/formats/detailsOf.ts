import { escapeText } from "../../../provider/api/output/escape";
import { oneLine } from "../../orphans/oneLine";
import { findingKinds } from "../findingKinds";
import type { Finding } from "../report";

/** All that a finding says, in plain lines. */
export function detailsOf({ kind, subject, path, expected, live, by, message, suppressed }: Finding): string {
  return [
    oneLine(message),
    oneLine(`resource: ${subject.urn ?? `${subject.type} ${subject.id ?? subject.name}`}`),
    ...(path === null ? [] : [oneLine(`property: ${path}`)]),
    ...valueLines("expected", expected),
    ...valueLines("live", live),
    ...(by ? [oneLine(`written by: ${by.manager}${by.time ? `, at or before ${by.time}` : ""}`)] : []),
    ...(suppressed
      ? [oneLine(`suppressed until ${suppressed.until} by ${suppressed.rule}: ${suppressed.reason}`)]
      : []),
    `remedy: ${findingKinds[kind].remedy}`,
  ].join("\n");
}

function valueLines(label: string, value: Finding["live"]): string[] {
  if (value === undefined) return [];
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const lines = escapeText(text).split("\n");
  // No line of a value passes for one of the report, or for a command: those may stand behind spaces.
  return lines.length > 1 ? [`${label}:`, ...lines.map((line) => `| ${line}`)] : [`${label}: ${text}`];
}
