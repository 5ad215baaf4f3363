import { visible } from "../../../provider/api/visible";

/** JSON in which a terminal or a CI server finds nothing to obey, and a parser finds the very same values. */
export function jsonText(value: object): string {
  // GitHub's runner takes ##[command] for a command wherever it stands in a line of output.
  return `${visible(JSON.stringify(value, null, 2)).replaceAll("##[", "#\\u0023[")}\n`;
}
