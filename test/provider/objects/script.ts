import type { Reply } from "../api/scriptedServer";

/**
 * A script such as "GET gone, POST lost": the requests that are expected, each with the name of its answer.
 * A request that may have further words names its answer last: "DELETE by uid: conflict".
 */
export function scriptOf(answers: Readonly<Record<string, Reply>>, script: string) {
  const steps = script.split(", ").map((step) => /^(.*?):? (\S+)$/.exec(step) ?? []);
  const replies = steps.map(([step, , name = ""]) => {
    const reply = answers[name];
    if (!reply) throw new Error(`No answer is called ${name} in ${step}`);
    return reply;
  });
  return { requests: steps.map(([, request]) => request), replies };
}
