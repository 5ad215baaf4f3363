import fc from "fast-check";
import type { FaultAction } from "../../../../emulator/faults/fault";

/** What goes wrong with the next requests of one method. */
export interface PlannedFault {
  method: "POST" | "GET" | "DELETE";
  times: number;
  action: FaultAction;
}

/** One command of the user: what it meets, how long it may take, and whether it is a refresh with an up after it. */
export interface Turn {
  faults: PlannedFault[];
  /** Seconds, as customTimeouts has them. */
  timeout: number;
  isRefreshedFirst: boolean;
}

/** One key, and all that happens to it before the platform is well again. */
export interface Plan {
  isSupplied: boolean;
  /** false: each create that left nothing in the state is followed by one under another name. */
  isNameFixed: boolean;
  turns: Turn[];
}

/** How long an answer may be late: some within the time of a command, some beyond it. */
const delays = [100, 400, 900];

/** When all that was sent has been handled. */
export const longestDelayMs = Math.max(...delays);

/** Answers that never come. */
export const noAnswer = fc.constantFrom<FaultAction>("reset-before", "reset-after", "truncate", "html");
const late = fc.constantFrom(...delays).map((delayMs): FaultAction => ({ delayMs }));
/** Answers of a platform, or of what stands before it, that does nothing. */
export const refused = fc.constantFrom<FaultAction>(
  ...[403, 500, 502, 503, 504].map((status) => ({ status })),
  { status: 429, retryAfter: 0 },
  { status: 429, retryAfter: 1 },
  { status: 503, retryAfter: 1 },
);

const faultsOf = (method: PlannedFault["method"], minLength: number, maxLength: number) =>
  fc.array(
    fc.record({
      method: fc.constant(method),
      times: fc.integer({ min: 1, max: 3 }),
      action: fc.oneof(noAnswer, late, refused),
    }),
    { minLength, maxLength },
  );

const turn: fc.Arbitrary<Turn> = fc.record({
  faults: fc
    .tuple(faultsOf("POST", 1, 2), faultsOf("GET", 0, 2), faultsOf("DELETE", 0, 2))
    .map((faults) => faults.flat()),
  timeout: fc.constantFrom(0.3, 0.6, 1.2),
  isRefreshedFirst: fc.boolean(),
});

/** Any plan of a key. */
export const anyPlan: fc.Arbitrary<Plan> = fc.record({
  isSupplied: fc.boolean(),
  isNameFixed: fc.boolean(),
  turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
});

/**
 * After how many milliseconds of each turn no connection is possible any more; from its start with 0, which would leave nothing
 * to find out in the first turn.
 */
export const anyRefusals: fc.Arbitrary<(number | undefined)[]> = fc
  .tuple(
    fc.constantFrom(undefined, undefined, 30, 150),
    fc.constantFrom(undefined, undefined, 0, 30, 150),
    fc.constantFrom(undefined, undefined, 0, 30, 150),
  )
  .map((refusals) => [...refusals]);
