/** A seed file that cannot be used, with everything that is wrong in it. */
export class SeedError extends Error {
  constructor(file: string, problems: readonly string[]) {
    const [first = "", ...others] = problems;
    const list = others.length === 0 ? ` ${first}` : problems.map((problem) => `\n  ${problem}`).join("");
    super(`cannot start with the seed file ${file}:${list}`);
  }
}
