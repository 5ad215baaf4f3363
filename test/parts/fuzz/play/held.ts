import type { Kind } from "./sequence";

/** A resource as the state of a stack holds it, its secrets in clear text. */
export interface Held {
  letter: string;
  kind: Kind;
  id: string;
  /** Absent where nobody saw the end of its create. */
  uid?: string | undefined;
  inputs: Record<string, unknown>;
  /** The value of a key. */
  key?: string | undefined;
  /** Something else took its place in the program, and it waits to be deleted. */
  isReplaced?: boolean | undefined;
}
