import { askNode } from "./askNode";

/** What an expression comes to. */
interface Answer {
  text: string;
  truthy: boolean;
}

/** Evaluates expressions as GitHub does; `failed` says whether a step has failed before. */
export async function evaluate(expressions: string[], contexts: object, failed: boolean): Promise<Answer[]> {
  if (expressions.length === 0) return [];
  return askNode("evaluateAsGithub.mjs", JSON.stringify({ expressions, contexts, failed }));
}

/** The texts with values in place of their `${{ … }}`. */
export async function interpolated(
  texts: Record<string, string>,
  contexts: object,
  failed: boolean,
): Promise<Record<string, string>> {
  const inTexts = Object.values(texts).flatMap((text) =>
    [...text.matchAll(expression)].map(([, inner]) => String(inner)),
  );
  const answers = await evaluate(inTexts, contexts, failed);
  const next = () => answers.shift()?.text ?? "";
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.replace(expression, next)]));
}

const expression = /\$\{\{(.*?)\}\}/g;
