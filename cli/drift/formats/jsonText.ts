import { escapeText } from "../../../provider/api/output/escape";

/** JSON in which a terminal or a CI server finds nothing to obey, and a parser finds the very same values. */
export function jsonText(value: object): string {
  return `${escapeText(JSON.stringify(value, null, 2))}\n`;
}
