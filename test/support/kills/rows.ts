import type { Face } from "./face";
import type { Moment, Stop } from "./gate";
import type { Victim } from "./killedUp";

/** The result of the next `pulumi up` for a key whose request was interrupted. */
export type Outcome =
  /** One key, which is in the state. */
  | "one key"
  /** One key in the state, and an orphan that `pulumi-platform orphans` finds. */
  | "an orphan"
  /** An error that the name is taken, with the commands that import and delete the object. */
  | "an error"
  /** No key is left. */
  | "no key";

/** The operation on a key in the run that is killed. */
export type Step = "create" | "update" | "replace" | "delete";

/** One key of the program and the request at which a process is killed. */
export interface Row extends Stop {
  step: Step;
  isFixed: boolean;
  /** The processes whose kill has this outcome. */
  victims: readonly Victim[];
  outcome: Outcome;
}

const both: readonly Victim[] = ["provider", "engine"];
// A response that the engine has received is lost only when the engine is killed.
const engineOnly: readonly Victim[] = ["engine"];

type Point = readonly [step: Step, name: "fixed" | "made-up", method: string, moment: Moment, outcome: Outcome];

const row = (...[step, name, method, moment, outcome]: Point): Row => ({
  row: `${step}-${name === "fixed" ? "fixed" : "made"}-${method.toLowerCase()}-${moment}`,
  step,
  isFixed: name === "fixed",
  method,
  moment,
  isCutOff: false,
  victims: moment === "answered" ? engineOnly : both,
  outcome,
});

/** A create that is repeated after its first response was lost. */
const again = (...point: Point): Row => {
  const once = row(...point);
  return { ...once, row: `again-${once.row}`, isCutOff: true };
};

/** Kills during creates and updates. The provider has 16 connections, so no table may hold more requests. */
export const writes: readonly Row[] = [
  row("create", "fixed", "POST", "before", "one key"),
  row("create", "fixed", "POST", "landed", "an error"),
  row("create", "fixed", "POST", "answered", "an error"),
  row("create", "made-up", "POST", "before", "one key"),
  row("create", "made-up", "POST", "landed", "an orphan"),
  row("create", "made-up", "POST", "answered", "an orphan"),
  row("update", "made-up", "GET", "before", "one key"),
  row("update", "made-up", "GET", "landed", "one key"),
  row("update", "made-up", "PATCH", "before", "one key"),
  row("update", "made-up", "PATCH", "landed", "one key"),
  row("update", "fixed", "PATCH", "answered", "one key"),
];

/** Kills during replacements: creates of new keys, and deletes of old keys with fixed names. */
export const replacements: readonly Row[] = [
  // A made-up name: create before delete.
  row("replace", "made-up", "POST", "before", "one key"),
  row("replace", "made-up", "POST", "landed", "an orphan"),
  row("replace", "made-up", "POST", "answered", "an orphan"),
  // A fixed name: delete before create.
  row("replace", "fixed", "DELETE", "before", "one key"),
  row("replace", "fixed", "DELETE", "landed", "one key"),
  row("replace", "fixed", "DELETE", "answered", "one key"),
  row("replace", "fixed", "POST", "before", "one key"),
  row("replace", "fixed", "POST", "landed", "an error"),
  row("replace", "fixed", "POST", "answered", "an error"),
];

/** Kills during deletes, which the engine does last. */
export const deletes: readonly Row[] = [
  row("replace", "made-up", "DELETE", "before", "one key"),
  row("replace", "made-up", "DELETE", "landed", "one key"),
  row("replace", "made-up", "DELETE", "answered", "one key"),
  row("delete", "made-up", "DELETE", "before", "no key"),
  row("delete", "fixed", "DELETE", "landed", "no key"),
  row("delete", "made-up", "DELETE", "answered", "no key"),
  row("delete", "fixed", "GET", "before", "no key"),
];

/** Kills on a server that shows keys once, so a lost response loses the value. */
export const shownOnce: readonly Row[] = [
  row("create", "made-up", "POST", "landed", "an orphan"),
  row("create", "made-up", "POST", "answered", "an orphan"),
  row("create", "fixed", "POST", "landed", "an error"),
  row("update", "made-up", "PATCH", "landed", "one key"),
  row("replace", "made-up", "POST", "landed", "an orphan"),
  row("replace", "fixed", "DELETE", "landed", "one key"),
  row("replace", "fixed", "POST", "landed", "an error"),
  // The provider finds its key, deletes it and creates it again, and may be killed at each request.
  again("create", "made-up", "GET", "landed", "an orphan"),
  again("create", "made-up", "DELETE", "before", "an orphan"),
  again("create", "fixed", "DELETE", "before", "an error"),
  again("create", "fixed", "DELETE", "landed", "one key"),
  again("create", "made-up", "POST", "landed", "an orphan"),
  again("replace", "fixed", "POST", "before", "one key"),
  again("replace", "fixed", "POST", "landed", "an error"),
];

/** A few of the above for dynamic resources, which share the engine. */
export const fewWrites: readonly Row[] = [
  row("create", "made-up", "POST", "landed", "an orphan"),
  row("create", "fixed", "POST", "landed", "an error"),
  row("create", "made-up", "POST", "answered", "an orphan"),
  row("update", "made-up", "PATCH", "landed", "one key"),
  row("update", "fixed", "GET", "before", "one key"),
  row("replace", "made-up", "POST", "landed", "an orphan"),
  row("replace", "fixed", "DELETE", "landed", "one key"),
];

/** The same, while deletes are under way. */
export const fewDeletes: readonly Row[] = [
  row("replace", "made-up", "DELETE", "landed", "one key"),
  row("delete", "made-up", "DELETE", "before", "no key"),
  row("delete", "fixed", "DELETE", "answered", "no key"),
];

/** One kill of each kind of step. */
export const sample: readonly Row[] = [
  row("create", "fixed", "POST", "landed", "an error"),
  row("create", "made-up", "POST", "landed", "an orphan"),
  row("update", "made-up", "PATCH", "landed", "one key"),
];

/** The final inputs of a key. */
export const wantedOf = (step: Step) => ({
  user: step === "replace" ? "other" : "ci",
  displayName: step === "update" ? "after" : "before",
});

/** The program before or after the steps of these rows. */
export function programOf({ imports, makes }: Face, rows: readonly Row[], isAfter: boolean): string {
  const isThere = ({ step }: Row) => step !== (isAfter ? "delete" : "create");
  const keys = rows.filter(isThere).map(({ row: name, step, isFixed }) => ({
    name,
    args: {
      ttl: 3600,
      scope: { allowCli: true, projects: [{ project: "default" }] },
      ...wantedOf(isAfter ? step : "create"),
      ...(isFixed && { name }),
    },
  }));
  return `${imports}
for (const { name, args } of ${JSON.stringify(keys)}) ${makes("OwnedAccessKey")};
`;
}
