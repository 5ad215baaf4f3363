/** What was printed as a page shows it: `…` stands for anything, and white space is not looked at. */
export function printedLike(shown: string): RegExp {
  const parts = shown.split("…").map((part) =>
    part
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("\\s+"),
  );
  return new RegExp(parts.join("[\\s\\S]*?"));
}
