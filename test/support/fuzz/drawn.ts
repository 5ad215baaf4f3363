import fc from "fast-check";
import type { PlatformOptions } from "../../../emulator/platformOptions";
import { anySequence, type Wishes } from "./anySequence";
import type { Sequence } from "./sequence";

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
