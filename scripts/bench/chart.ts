// The chart of docs/performance.md: our time beside the time that no provider can save.
import { escaped, svg, type Theme } from "../pictures/themes.js";

export interface Bars {
  what: string;
  /** Seconds. */
  ours: number;
  noop: number;
  loop: number;
}

const [left, width, barHeight, groupHeight, top, bottom] = [150, 720, 16, 54, 46, 34];

/** Horizontal bars in pairs, on one scale of seconds. */
export function chart(groups: readonly Bars[], title: string, theme: Theme): string {
  const most = Math.max(...groups.flatMap(({ ours, noop, loop }) => [ours, noop + loop]));
  const pixels = (seconds: number) => Math.round((seconds / most) * (width - left - 80));
  const text = (x: number, y: number, words: string, more = "") =>
    `<text x="${x}" y="${y}" fill="${theme.text}" font-size="13"${more}>${escaped(words)}</text>`;
  const bar = (x: number, y: number, length: number, color: string) =>
    `<rect x="${x}" y="${y}" width="${length}" height="${barHeight}" fill="${color}"/>`;
  const shown = (seconds: number) => `${seconds.toFixed(1)} s`;

  const rows = groups.flatMap(({ what, ours, noop, loop }, index) => {
    const y = top + index * groupHeight;
    const second = y + barHeight + 3;
    return [
      text(left - 10, y + barHeight + 6, what, ' text-anchor="end"'),
      bar(left, y, pixels(ours), theme.ours),
      text(left + pixels(ours) + 6, y + 13, shown(ours)),
      bar(left, second, pixels(noop), theme.floor),
      bar(left + pixels(noop), second, pixels(loop), theme.wire),
      text(left + pixels(noop) + pixels(loop) + 6, second + 13, shown(noop + loop)),
    ];
  });
  const legend = [
    { x: left, color: theme.ours, words: "this provider" },
    { x: left + 130, color: theme.floor, words: "provider that does nothing" },
    { x: left + 330, color: theme.wire, words: "its requests alone" },
  ].flatMap(({ x, color, words }) => [
    `<rect x="${x}" y="18" width="12" height="12" fill="${color}"/>`,
    text(x + 18, 29, words),
  ]);
  const height = top + groups.length * groupHeight + bottom - 18;
  const body = `<g font-family="system-ui, -apple-system, 'Segoe UI', sans-serif">\n${[...legend, ...rows].join("\n")}\n</g>`;
  return svg(theme, width, height, title, body);
}
