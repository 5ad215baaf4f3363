// The times of the commands as bars, drawn by hand: colors that are seen on white and on black.
import xmlbuilder from "xmlbuilder";
import { median } from "./figures.mjs";

// The longest name of a command fits on the left in a wide font, such as DejaVu Sans.
const [width, left, right, top] = [960, 450, 90, 40];
const [barHeight, groupGap] = [14, 14];
const style = "text { fill: #57606a } @media (prefers-color-scheme: dark) { text { fill: #c9d1d9 } }";

/** Colours of the bars; the floor is one bar of two parts. */
const colors = { ours: "#8a3ffc", "no-op provider": "#1192e8", "bare undici loop": "#fa4d56" };

/**
 * @param {readonly import("./figures.mjs").Finding[]} findings
 */
export function chart(findings) {
  const drawn = findings.filter(({ figures }) =>
    Object.keys(colors).every((who) => figures.some((each) => each.what === who && each.unit === "ms")),
  );
  const height = top + drawn.length * (2 * barHeight + groupGap) + groupGap;
  const svg = xmlbuilder.create("svg", { headless: true }).att({
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "font-family": "sans-serif",
    "font-size": 12,
  });
  svg.ele("title", "Times of commands: ours beside the no-op provider and a bare loop");
  svg.ele("style", style);
  drawLegend(svg);
  drawn.forEach((finding, index) => {
    drawGroup(svg, finding, top + index * (2 * barHeight + groupGap));
  });
  return `${svg.end({ pretty: true })}\n`;
}

/** @param {import("xmlbuilder").XMLElement} svg */
function drawLegend(svg) {
  Object.entries(colors).forEach(([who, fill], index) => {
    const x = left + index * 150;
    svg.ele("rect", { x, y: 12, width: 10, height: 10, fill });
    svg.ele("text", { x: x + 16, y: 21 }, who);
  });
}

/**
 * Two bars to a scale of their own: commands of many objects would hide those of few.
 * @param {import("xmlbuilder").XMLElement} svg
 * @param {import("./figures.mjs").Finding} finding
 * @param {number} y
 */
function drawGroup(svg, { title, figures }, y) {
  const ms = (/** @type {string} */ who) => median(figures.find(({ what }) => what === who)?.samples ?? []);
  const [ours, noop, raw] = [ms("ours"), ms("no-op provider"), ms("bare undici loop")];
  const scale = (width - left - right) / Math.max(ours, noop + raw);
  const bar = (
    /** @type {number} */ x,
    /** @type {number} */ row,
    /** @type {number} */ length,
    /** @type {keyof typeof colors} */ who,
  ) => {
    svg.ele("rect", {
      x: left + x * scale,
      y: y + row * barHeight,
      width: length * scale,
      height: barHeight - 2,
      fill: colors[who],
    });
  };
  bar(0, 0, ours, "ours");
  bar(0, 1, noop, "no-op provider");
  bar(noop, 1, raw, "bare undici loop");
  svg.ele("text", { x: left - 10, y: y + barHeight + 3, "text-anchor": "end" }, title);
  [ours, noop + raw].forEach((amount, row) => {
    svg.ele("text", { x: width - right + 6, y: y + (row + 1) * barHeight - 4 }, `${Math.round(amount)} ms`);
  });
}
