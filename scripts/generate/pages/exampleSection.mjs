// A program in every language that it is written in, one of them open.
import { fenced, titleOf } from "../examples.mjs";

/** @param {readonly import("../examples.mjs").Example[]} examples */
export function exampleSection(examples) {
  if (examples.length === 0) return "";
  const programs = examples.map((example, index) => {
    const summary = `<details${index === 0 ? " open" : ""}><summary>${example.language.title}</summary>`;
    return `${summary}\n\n${fenced(example)}\n[\`${example.path}\`](../../${example.path})\n\n</details>\n`;
  });
  return `## Example\n\n${titleOf(examples)}. [How to run it](README.md#how-to-run-an-example).\n\n${programs.join("\n")}`;
}
