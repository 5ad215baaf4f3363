import type { Properties } from "../../provider/objects/values";
import type { Resource } from "../../provider/resources/resource";

/** An object of the platform that an import could take. */
export interface Candidate {
  readonly resource: Resource;
  readonly id: string;
}

/** An object that an import takes, and the inputs that it gets. */
export interface Importable extends Candidate {
  readonly inputs: Properties;
}

/** An object that is left out, and why. */
export interface LeftOut extends Candidate {
  readonly reason: string;
}

/** What an import would take, and what not. */
export interface Importables {
  readonly taken: readonly Importable[];
  readonly leftOut: readonly LeftOut[];
  /** How many were left out because a stack made them. */
  readonly managed: number;
}

/** Why an object is left out. */
export const reasons = {
  beingDeleted: "it is being deleted",
  gone: "it was deleted meanwhile",
  quotesSecret: "a field that is no secret holds the text of one, which would stand in clear text in the program",
  holdsMark: "it holds a marker of Pulumi, so no program can declare it",
} as const;
