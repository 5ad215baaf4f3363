import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** The arguments of every `.block("…", "…")` in a scenario. */
export function blocksAskedFor(scenario: string): [words: string, heading: string | undefined][] {
  const file = path.join(__dirname, "..", "..", "..", scenario);
  const source = ts.createSourceFile(scenario, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const found: [string, string | undefined][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [words, heading] = node.arguments.map((each) => (ts.isStringLiteralLike(each) ? each.text : undefined));
      if (node.expression.name.text === "block" && words !== undefined) found.push([words, heading]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
