import type { FindingWriter } from "../report";

/** Who wrote a value, and when at the latest, with the words of others as they are. */
export const writtenBy = ({ manager, time }: FindingWriter): string =>
  `by ${manager}, ${time === null ? "at a time that the platform does not tell" : `at or before ${time}`}`;
