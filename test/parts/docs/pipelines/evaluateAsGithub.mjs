// Evaluates expressions with GitHub's own engine: reads `{ expressions, contexts, failed }` from stdin and writes, for each of them,
// its text and whether it is truthy. A program of its own, since Jest loads no ECMAScript modules.
import { text } from "node:stream/consumers";
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
import { fromjson } from "@actions/expressions/funcs/fromjson";
import { truthy } from "@actions/expressions/result";

const { expressions, contexts, failed } = JSON.parse(await text(process.stdin));

/**
 * @param {string} name
 * @param {boolean} answer
 */
const status = (name, answer) => ({
  name,
  description: "",
  minArgs: 0,
  maxArgs: 0,
  call: () => new data.BooleanData(answer),
});
const functions = [
  status("always", true),
  status("cancelled", false),
  status("failure", failed),
  status("success", !failed),
];

const known = fromjson.call(new data.StringData(JSON.stringify(contexts)));
const implementations = new Map(functions.map((each) => [each.name, each]));

/** @param {string} expression */
function evaluate(expression) {
  const tree = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), functions).parse();
  const result = new Evaluator(tree, /** @type {data.Dictionary} */ (known), implementations).evaluate();
  return { text: result.coerceString(), truthy: truthy(result) };
}

process.stdout.write(JSON.stringify(expressions.map(evaluate)));
