/** How a check went; the worst one decides about the exit code. */
export type Status = "ok" | "warning" | "problem" | "skipped";

/** One thing that was looked at, as one line of the report. */
export interface Line {
  /** What of a check it is about, where that gives several lines: a setting, a kind and a verb. */
  readonly subject?: string;
  readonly status: Status;
  readonly message: string;
  /** What to do, where something is to be done. */
  readonly remedy?: string;
  /** The access key was refused, or there is none. */
  readonly isUnauthorized?: boolean;
}

/** What to do where only the message itself says what is wrong. */
export const mend = "Mend what the message names and run this again.";

/** All is well. */
export const ok = (message: string, subject?: string): Line => ({ status: "ok", message, ...(subject && { subject }) });

/** Something that works, but not as it should, or not for everything. */
export const warning = (message: string, remedy: string, subject?: string): Line => ({
  status: "warning",
  message,
  remedy,
  ...(subject && { subject }),
});

/** Something that keeps the provider from working. */
export const problem = (message: string, remedy: string, subject?: string): Line => ({
  status: "problem",
  message,
  remedy,
  ...(subject && { subject }),
});

/** Something that was not looked at. */
export const skipped = (message: string, subject?: string): Line => ({
  status: "skipped",
  message,
  ...(subject && { subject }),
});
