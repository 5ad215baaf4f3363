import type { Reply } from "../api/scriptedServer";

/** A script such as "GET gone, POST lost": the requests that are expected, each with the name of its answer. */
export function scriptOf(answers: Readonly<Record<string, Reply>>, script: string) {
  const steps = script.split(", ").map((step) => step.split(" "));
  const replies = steps.map(([, name = ""]) => {
    const reply = answers[name];
    if (!reply) throw new Error(`No answer is called "${name}" in "${script}"`);
    return reply;
  });
  return { requests: steps.map(([request]) => request), replies };
}
