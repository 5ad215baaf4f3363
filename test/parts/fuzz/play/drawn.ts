import fc from "fast-check";
import type { PlatformOptions } from "../../../../emulator/platformOptions";
import { anySequence, type Wishes } from "./anySequence";
import type { Declared, Edit, Sequence, Step } from "./sequence";

/** The servers on which sequences are played, in turn. */
const servers: readonly PlatformOptions[] = [{}, { hideKeys: true }, { omitEmpty: true }];

/** The server for a number. */
export const serverFor = (number: number): PlatformOptions => servers[number % servers.length] ?? {};

/** The sequences of a seed; fewer of them are the first ones of more. */
export function drawn(seed: number, count: number, wishes: Wishes): Sequence[] {
  // What comes of neighbouring seeds must not look alike.
  const parameters = { seed: Math.imul(seed, 0x9e3779b1), numRuns: count };
  // With its bias fast-check would begin with simple values, and one sequence of each seed is nothing but a beginning.
  return fc.sample(fc.noBias(anySequence(wishes)), parameters);
}

/**
 * What can be played on a server. One that shows a key only once shows nobody which value somebody else gave it, nor which one an
 * update gave it that was killed (docs/access-keys.md).
 */
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

/** The same, but every program says of a key what the last one says. */
function withOneKeyEach({ steps, last }: Sequence): Sequence {
  const asInTheEnd = (each: Declared): Declared => {
    const { supplied } = last.find(({ letter }) => letter === each.letter) ?? each;
    return { ...each, supplied };
  };
  const changed = (step: Step): Step => (step.do === "up" ? { ...step, program: step.program.map(asInTheEnd) } : step);
  return { steps: steps.map(changed), last };
}
