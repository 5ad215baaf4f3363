import type { OpenStack, RefreshOptions } from "./openStack";
import { Outcomes } from "./outcomes";

/** What a refresh without a write came to. */
export interface Refresh {
  readonly outcomes: Outcomes;
  /** Why it ended early or with an error, in the engine's words; some of it may belong to resources. */
  readonly failure?: { readonly message: string; readonly unauthorised: boolean } | undefined;
}

/** How the CLI of Pulumi ends when its backend takes no login. */
const pulumiUnauthorised = /^code: 3$/m;

/** Has the engine compare a stack with the platform; what it heard until it failed is kept. */
export async function refresh(
  stack: OpenStack,
  options: Omit<RefreshOptions, "onEvent">,
  onRead: () => void,
): Promise<Refresh> {
  const outcomes = new Outcomes(onRead);
  try {
    await stack.previewRefresh({ ...options, onEvent: (event) => outcomes.hear(event) });
    return { outcomes };
  } catch (error) {
    return { outcomes, failure: engineFailure(error, outcomes.errors) };
  }
}

/** What a failing command of Pulumi says; `heard` are the words of its events, which say it better where there are any. */
export function engineFailure(
  error: unknown,
  heard: readonly string[] = [],
): { readonly message: string; readonly unauthorised: boolean } {
  const text = error instanceof Error ? error.message : String(error);
  // Without the rest: it repeats the command and all that was printed.
  const printed = [...text.matchAll(/^error: (.*)$/gm)].map(([, words = ""]) => words);
  const words = heard.length > 0 ? heard : printed.length > 0 ? printed : [text];
  return { message: [...new Set(words)].join("; "), unauthorised: pulumiUnauthorised.test(text) };
}
