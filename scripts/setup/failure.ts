/** A failure that is told to the user as it stands, without a stack. */
export class Failure extends Error {}

/** The end of a program's output, enough to see what went wrong. */
export const tail = (output: string, lines: number = 30) => output.trimEnd().split("\n").slice(-lines).join("\n");
