import { terminal } from "../../scripts/pictures/terminal.js";
import { themes } from "../../scripts/pictures/themes.js";

const [light] = themes;
if (!light) throw new Error("There is no theme.");

const textsIn = (picture: string) =>
  [...picture.matchAll(/<text x="(\d+)" y="(\d+)"[^>]* fill="([^"]+)"([^>]*)>([^<]*)</g)].map(
    ([, x, y, color, look, text]) => ({ x: Number(x), y: Number(y), color, look, text }),
  );

test("a terminal's text has the colors of its sequences, in its columns", () => {
  const picture = terminal(
    "\u001b[1m$ up\u001b[0m\n\u001b[32m+ \u001b[0ma<b \u001b[38;5;9merror\u001b[2K\n",
    "Run",
    light,
  );
  const [, red, green] = light.ansi;
  expect(textsIn(picture)).toEqual([
    { x: 18, y: 29, color: light.text, look: ' font-weight="bold"', text: "$ up" },
    { x: 18, y: 48, color: green, look: "", text: "+" },
    { x: 34, y: 48, color: light.text, look: "", text: "a&lt;b" },
    { x: 66, y: 48, color: red, look: "", text: "error" },
  ]);
  expect(picture).toContain("<title>Run</title>");
});
