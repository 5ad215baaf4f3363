// The output of commands as a picture, with the colors that they print.
import { escaped, svg, type Theme } from "./themes.js";

/** Control sequences: parameters and command. */
const sequences = new RegExp(`${String.fromCharCode(27)}\\[([\\d;]*)([A-Za-z])`);
const [characterWidth, lineHeight, margin] = [8, 19, 18];

interface Style {
  color?: string | undefined;
  isBold?: boolean;
  isDim?: boolean;
}

interface Span {
  text: string;
  style: Style;
}

/** What one code of an SGR sequence changes; undefined for a reset. */
function changeOf(code: number, { ansi }: Theme): Style | undefined {
  if (code === 0) return undefined;
  if (code === 1) return { isBold: true };
  if (code === 2) return { isDim: true };
  if (code === 22) return { isBold: false, isDim: false };
  if (code === 39) return { color: undefined };
  const isColor = (code >= 30 && code < 38) || (code >= 90 && code < 98);
  return isColor ? { color: ansi[code % 10] } : {};
}

/** The style after an SGR sequence. */
function styleAfter(before: Style, parameters: string, theme: Theme): Style {
  const codes = parameters.split(";").map(Number);
  // 38;5;n is one of 256 colors; Pulumi uses the first sixteen.
  if (codes[0] === 38) return { ...before, color: theme.ansi[(codes[2] ?? 0) % 8] };
  let style = before;
  for (const code of codes) {
    const change = changeOf(code, theme);
    style = change ? { ...style, ...change } : {};
  }
  return style;
}

/** The lines as texts with one style each. Other escape sequences are dropped. */
function styled(lines: readonly string[], theme: Theme): Span[][] {
  let style: Style = {};
  return lines.map((line) => {
    const [first = "", ...rest] = line.split(sequences);
    const spans: Span[] = [{ text: first, style }];
    for (let index = 0; index < rest.length; index += 3) {
      const [parameters = "", command, text = ""] = rest.slice(index, index + 3);
      if (command === "m") style = styleAfter(style, parameters, theme);
      spans.push({ text, style });
    }
    return spans.filter(({ text }) => text !== "");
  });
}

/** The texts of a line in their columns. Viewers may collapse spaces, so columns are positions. */
function lineSvg(spans: readonly Span[], y: number, theme: Theme): string {
  let column = 0;
  return spans
    .flatMap(({ text, style }) => text.split(/( {2,}|^ | $)/).map((part) => ({ text: part, style })))
    .map(({ text, style: { color = theme.text, isBold, isDim } }) => {
      const x = margin + column * characterWidth;
      column += text.length;
      if (text.trim() === "") return "";
      const length = text.length * characterWidth;
      const look = `${isBold ? ' font-weight="bold"' : ""}${isDim ? ' opacity="0.7"' : ""}`;
      return `<text x="${x}" y="${y}" textLength="${length}" fill="${color}"${look}>${escaped(text)}</text>`;
    })
    .join("");
}

/** The parts of a line that a terminal of this width shows below each other. */
function wrapped(spans: readonly Span[], columns: number): Span[][] {
  const rows: Span[][] = [[]];
  let left = columns;
  for (const { text, style } of spans) {
    let rest = text;
    while (rest !== "") {
      if (left === 0) {
        rows.push([]);
        left = columns;
      }
      const part = rest.slice(0, left);
      rows.at(-1)?.push({ text: part, style });
      rest = rest.slice(part.length);
      left -= part.length;
    }
  }
  return rows;
}

const mostColumns = 104;

/** A terminal with this text, as wide as its longest line. */
export function terminal(text: string, title: string, theme: Theme): string {
  const lines = styled(text.trimEnd().split("\n"), theme).flatMap((spans) => wrapped(spans, mostColumns));
  const columns = lines.map((spans) => spans.reduce((sum, span) => sum + span.text.length, 0));
  const width = 2 * margin + Math.max(...columns) * characterWidth;
  const height = 2 * margin + lines.length * lineHeight - 4;
  const rows = lines.map((spans, index) => lineSvg(spans, margin + 11 + index * lineHeight, theme));
  const font = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
  const body = `<g font-family="${font}" font-size="13">\n${rows.join("\n")}\n</g>`;
  return svg(theme, width, height, title, body);
}
