import { resolve } from "node:path";

const stdout = "-";

/** Whether the name of an output file stands for stdout. */
export const isStdout = (file: string): boolean => file === stdout;

/** Whether two names of output files stand for the same place. */
export const isSameOutput = (one: string, other: string): boolean =>
  one === other || (!isStdout(one) && !isStdout(other) && resolve(one) === resolve(other));
