/** What a step wrote to `GITHUB_OUTPUT` or `GITHUB_ENV`: `name=value`, or `name<<end`, lines and `end`. */
export function commandFile(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = text.split("\n");
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === "") continue;
    const [, name, sign, rest] = line.match(/^([^=<]+)(=|<<)(.*)$/) ?? refuse(line);
    values[String(name)] = sign === "=" ? String(rest) : linesUntil(String(rest), lines);
  }
  return values;
}

function linesUntil(end: string, lines: string[]): string {
  const length = lines.indexOf(end);
  if (length < 0) return refuse(end);
  return lines
    .splice(0, length + 1)
    .slice(0, length)
    .join("\n");
}

function refuse(line: string): never {
  throw new Error(`A step wrote what GitHub does not understand: ${line}`);
}
