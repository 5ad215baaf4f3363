const closers: Record<string, string> = { "[": "]", "{": "}" };

/**
 * What Go's YAML reader says of a text that ends inside a list or map in brackets; undefined if each bracket has its partner.
 * It counts lines from 0 there, and names the line of the bracket unless that is the first one.
 */
export function unclosedFlow(text: string): string | undefined {
  const open: { closer: string; line: number }[] = [];
  let line = 0;
  for (const character of text) {
    const closer = closers[character];
    if (character === "\n") line++;
    else if (closer !== undefined) open.push({ closer, line });
    else if (character === open.at(-1)?.closer) open.pop();
  }
  const last = open.at(-1);
  if (last === undefined) return undefined;
  const shown = last.line || line;
  return `${shown === 0 ? "" : `line ${shown}: `}did not find expected ',' or '${last.closer}'`;
}
