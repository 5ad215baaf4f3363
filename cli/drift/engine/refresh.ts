import { type EngineFailure, engineFailure } from "./engineFailure";
import type { OpenStack, RefreshOptions } from "./openStack";
import { Outcomes } from "./outcomes";

/** What a refresh without a write came to. */
export interface Refresh {
  readonly outcomes: Outcomes;
  /** Why it ended early or with an error, in the engine's words; some of it may belong to resources. */
  readonly failure?: EngineFailure | undefined;
}

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
    return { outcomes, failure: engineFailure(error, outcomes.failure.all) };
  }
}
