// Colors of the pictures in docs/pictures, for readers with a light and with a dark page.

export interface Theme {
  name: "light" | "dark";
  background: string;
  border: string;
  text: string;
  muted: string;
  /** Bars of a chart. */
  ours: string;
  floor: string;
  wire: string;
  /** The eight colors of a terminal, from black to white. */
  ansi: readonly string[];
}

export const themes: readonly Theme[] = [
  {
    name: "light",
    background: "#ffffff",
    border: "#d0d7de",
    text: "#1f2328",
    muted: "#59636e",
    ours: "#0969da",
    floor: "#8c959f",
    wire: "#d0d7de",
    ansi: ["#1f2328", "#cf222e", "#116329", "#7d4e00", "#0969da", "#8250df", "#1b7c83", "#59636e"],
  },
  {
    name: "dark",
    background: "#0d1117",
    border: "#3d444d",
    text: "#f0f6fc",
    muted: "#9198a1",
    ours: "#4493f8",
    floor: "#656c76",
    wire: "#3d444d",
    ansi: ["#656c76", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4"],
  },
];

/** A text in XML. */
export const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A picture with a frame; screen readers get the description. */
export const svg = ({ background, border }: Theme, width: number, height: number, title: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(title)}</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${background}" stroke="${border}"/>
${body}
</svg>
`;

/** The Markdown of a picture in both themes. */
export const pictureTag = (folder: string, name: string, alt: string) =>
  `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="${folder}/${name}-dark.svg">
  <img src="${folder}/${name}-light.svg" alt="${alt}">
</picture>`;
