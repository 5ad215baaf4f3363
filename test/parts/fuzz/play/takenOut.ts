import type { RunningPlatform } from "../../../../emulator/platform";
import type { Colleague } from "./colleague";
import type { Held } from "./held";
import type { Place } from "./inputsOf";
import { objectsAt, valueIn } from "./objectsAt";

/** A stack before and after an `up`. */
export interface Passed {
  platform: RunningPlatform;
  place: Place;
  colleague: Colleague;
  before: readonly Held[];
  after: readonly Held[];
}

/** Inputs that a program may take out, and where an object has them. */
const fields: readonly { input: readonly string[]; path: readonly string[] }[] = [
  { input: ["displayName"], path: ["spec", "displayName"] },
  { input: ["description"], path: ["spec", "description"] },
  { input: ["disabled"], path: ["spec", "disabled"] },
  { input: ["labels", "env"], path: ["metadata", "labels", "env"] },
];

/**
 * Fields that the state held before an `up` and holds no more, so that the program has taken them out, but that the object has still
 * and nobody else wrote. A write that nobody heard of is in no state, and so is what it wrote.
 */
export function takenOutProblems({ platform, place, colleague, before, after }: Passed): string[] {
  const objects = objectsAt(platform, place);
  return before.flatMap(({ uid, inputs }) => {
    const now = after.find((each) => each.uid === uid && !each.isReplaced);
    const found = objects.find((each) => each.uid === uid);
    if (uid === undefined || !now || !found) return [];
    return fields
      .filter(({ input }) => isDeclared(inputs, input) && !isDeclared(now.inputs, input))
      .map(({ path }) => ({ path, is: valueIn(found.object, path) }))
      .filter(({ path, is }) => isThere(is) && !colleague.wrote(uid, path, is))
      .map(
        ({ path, is }) => `${found.path}: ${path.join(".")} was taken out of the program, and is ${JSON.stringify(is)}`,
      );
  });
}

/** What is false is taken for what is not there, by servers and by the provider. */
const isThere = (value: unknown) => value !== undefined && value !== false;

const isDeclared = (inputs: unknown, input: readonly string[]) => isThere(valueIn(inputs, input));
