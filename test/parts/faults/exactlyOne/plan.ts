import fc from "fast-check";
import type { FaultAction } from "../../../../emulator/faults/fault";

/** A fault of the next requests of one method. */
export interface PlannedFault {
  method: "POST" | "GET" | "DELETE";
  times: number;
  action: FaultAction;
}

/** One command: its faults, its timeout, and whether a refresh comes first. */
export interface Turn {
  faults: PlannedFault[];
  /** Seconds, as customTimeouts has them. */
  timeout: number;
  isRefreshedFirst: boolean;
}

/** One key and the faulty commands before the last one. */
export interface Plan {
  isSupplied: boolean;
  /** false: a create that left nothing in the state is followed by one under another name. */
  isNameFixed: boolean;
  turns: Turn[];
}

/** Delays of responses in milliseconds, shorter and longer than a command's timeout. */
const delays = [100, 400, 900];

/** After this time, all requests have been handled. */
export const longestDelayMs = Math.max(...delays);

/** Lost responses. */
export const noAnswer = fc.constantFrom<FaultAction>("reset-before", "reset-after", "truncate", "html");
const late = fc.constantFrom(...delays).map((delayMs): FaultAction => ({ delayMs }));
/** Refusals by the platform or by a gateway. */
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
