import fc from "fast-check";
import type { FaultAction } from "../../../../emulator/faults/fault";
import type { PlatformOptions } from "../../../../emulator/platformOptions";
import {
  type Declared,
  type Edit,
  edits,
  type Interruption,
  type Kind,
  type PlannedFault,
  type Sequence,
  type Slot,
  type Step,
} from "./sequence";

/** Options of the arbitrary. */
export interface Wishes {
  /** Steps before the end, at most. */
  longest: number;
  /** Whether processes are killed. */
  kills: boolean;
}

const letters = "abcdefghijklm";
const kinds: readonly Kind[] = [
  "SpaceTemplate",
  "SpaceTemplate",
  "OwnedAccessKey",
  "OwnedAccessKey",
  "VirtualClusterImport",
];
const texts = ["ours-1", "ours-2", "ours-3"];

const slot = (kind: fc.Arbitrary<Kind>) => fc.record({ kind, isNamed: fc.boolean() });

const few = fc.array(slot(fc.constantFrom(...kinds)), { minLength: 1, maxLength: 4 });

/** Enough of one kind for a refresh to read them from a list. */
const crowd = fc
  .constantFrom<Kind>("SpaceTemplate", "SpaceTemplate", "OwnedAccessKey")
  .chain((kind) => fc.array(slot(fc.constant(kind)), { minLength: 10, maxLength: letters.length }));

const slots: fc.Arbitrary<Slot[]> = fc
  .oneof({ weight: 7, arbitrary: few }, { weight: 1, arbitrary: crowd })
  .map((some) => some.map((each, index) => ({ ...each, letter: letters[index] as string })));

const perhaps = <T>(...values: T[]) => fc.constantFrom<T | undefined>(undefined, ...values);

/** Mostly equal, since every change replaces the object. */
const mostlyFirst = fc.constantFrom("1", "1", "1", "1", "2");

const declared = (slot: Slot): fc.Arbitrary<Declared> =>
  fc.record({
    letter: fc.constant(slot.letter),
    kind: fc.constant(slot.kind),
    isNamed: fc.constant(slot.isNamed),
    displayName: perhaps(...texts),
    description: perhaps(...texts),
    env: perhaps(...texts),
    conflictPolicy: perhaps("merge", "overwrite", "fail"),
    user: mostlyFirst.map((number) => `user-${number}`),
    supplied: perhaps("1", "2"),
    disabled: perhaps(false, true),
    round: mostlyFirst,
    source: mostlyFirst,
    deletionPolicy: perhaps("retain", "delete"),
  });

const program = (all: Slot[]): fc.Arbitrary<Declared[]> =>
  fc
    .tuple(...all.map((slot) => fc.tuple(declared(slot), fc.nat(7))))
    .map((some) => some.filter(([, roll]) => roll > 0).map(([each]) => each));

/** Lost responses, refusals and delayed responses. */
const actions: readonly FaultAction[] = [
  ...(["reset-before", "reset-after", "reset-after", "truncate", "html"] as const),
  ...[401, 403, 404, 500, 502, 503, 504].map((status) => ({ status })),
  { status: 429, retryAfter: 0 },
  { delayMs: 20 },
];

const faults = (all: Slot[]): fc.Arbitrary<PlannedFault[]> => {
  const fault = fc.record({
    letter: fc.constantFrom(...all.map(({ letter }) => letter)),
    verb: fc.constantFrom<PlannedFault["verb"]>("create", "create", "get", "patch", "patch", "delete"),
    times: fc.constantFrom(1, 1, 2),
    action: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...actions) },
      { weight: 1, arbitrary: fc.constant<FaultAction>("conflict") },
    ),
  });
  // Only a write meets a conflict.
  return fc.array(
    fault.filter(({ verb, action }) => verb !== "get" || action !== "conflict"),
    { maxLength: 3 },
  );
};

const edit = (all: Slot[], whats: readonly Edit["what"][] = edits) =>
  fc.record({ letter: fc.constantFrom(...all.map(({ letter }) => letter)), what: fc.constantFrom(...whats) });

/** Edits that race with an update of the same field, or with an update of a former object. */
const races: readonly Edit["what"][] = ["set displayName", "set description", "set the label env", "recreate"];

const interruption = (all: Slot[], { kills }: Wishes): fc.Arbitrary<Interruption> => {
  const moment = fc.constantFrom("before", "landed", "answered");
  const does = kills ? fc.constantFrom(...killings) : fc.oneof(edit(all), edit(all, races));
  return fc.oneof(
    fc.record({ after: fc.nat(7), moment, does }),
    fc.record({ after: fc.constantFrom(0, 0, 1), method: fc.constantFrom("POST", "PATCH", "DELETE"), moment, does }),
    // Between the read and the write of an update.
    fc.record({ after: fc.constant(0), method: fc.constant("PATCH"), moment: fc.constant("before"), does }),
  ) as fc.Arbitrary<Interruption>;
};

const killings = ["kill the provider", "kill the provider", "kill the engine"] as const;

const trouble = (all: Slot[], wishes: Wishes) => ({
  faults: faults(all),
  interruption: fc.option(interruption(all, wishes), { nil: undefined, freq: 2 }),
});

const up = (all: Slot[], wishes: Wishes) =>
  fc.record({ do: fc.constant("up" as const), program: program(all), ...trouble(all, wishes) }) as fc.Arbitrary<Step>;

const step = (all: Slot[], wishes: Wishes): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 4, arbitrary: up(all, wishes) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant("refresh" as const), ...trouble(all, wishes) }) as fc.Arbitrary<Step>,
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("edit" as const), edit: edit(all) }) },
  );

/** Any sequence; it begins with an `up`. */
export const anySequence = (wishes: Wishes): fc.Arbitrary<Sequence> =>
  slots.chain((all) =>
    fc
      .tuple(
        up(all, wishes),
        fc.array(step(all, wishes), { minLength: 1, maxLength: wishes.longest - 1 }),
        program(all),
      )
      .map(([first, more, last]) => ({ steps: [first, ...more], last })),
  );

/** The servers on which sequences are played, in turn. */
const servers: readonly PlatformOptions[] = [{}, { hideKeys: true }, { omitEmpty: true }];

/** The server for a number. */
export const serverFor = (number: number): PlatformOptions => servers[number % servers.length] ?? {};

/** The sequences of a seed; a smaller count yields a prefix of a larger one. */
export function drawn(seed: number, count: number, wishes: Wishes): Sequence[] {
  // What comes of neighbouring seeds must not look alike.
  const parameters = { seed: Math.imul(seed, 0x9e3779b1), numRuns: count };
  // With its bias fast-check would begin with simple values, and one sequence of each seed is nothing but a beginning.
  return fc.sample(fc.noBias(anySequence(wishes)), parameters);
}

/** Drops what a server that hides keys cannot show: key values set by others or by a killed update (docs/access-keys.md). */
export function playableOn({ hideKeys }: PlatformOptions, sequence: Sequence): Sequence {
  if (!hideKeys) return sequence;
  const { steps, last } = isKilledSomewhere(sequence) ? withOneKeyEach(sequence) : sequence;
  return { steps: steps.filter(isShown), last };
}

const hidden: Edit["what"][] = ["replace the key", "recreate"];

function isShown(step: Step): boolean {
  const edits = step.do === "edit" ? [step.edit] : [step.interruption?.does];
  return !edits.some((each) => typeof each === "object" && hidden.includes(each.what));
}

const isKilledSomewhere = ({ steps }: Sequence): boolean =>
  steps.some((step) => step.do !== "edit" && typeof step.interruption?.does === "string");

/** The same sequence, with the key values of the last program in every program. */
function withOneKeyEach({ steps, last }: Sequence): Sequence {
  const asInTheEnd = (each: Declared): Declared => {
    const { supplied } = last.find(({ letter }) => letter === each.letter) ?? each;
    return { ...each, supplied };
  };
  const changed = (step: Step): Step => (step.do === "up" ? { ...step, program: step.program.map(asInTheEnd) } : step);
  return { steps: steps.map(changed), last };
}
