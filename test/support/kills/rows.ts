import type { Face } from "./face";
import type { Moment, Stop } from "./gate";
import type { Victim } from "./killedUp";

/** What the next `pulumi up` does about a key at whose point somebody was killed. */
export type Outcome =
  /** One key, which the state knows. */
  | "one key"
  /** One key, which the state knows, and one that only `pulumi-platform orphans` names. */
  | "an orphan"
  /** The name is taken: an error with the commands that import and delete, neither of which was done. */
  | "an error"
  /** No key is left. */
  | "no key";

/** What happens to a key in the run that is killed. */
export type Step = "create" | "update" | "replace" | "delete";

/** One key of the program and the point of its life at which somebody is killed. */
export interface Row extends Stop {
  step: Step;
  isFixed: boolean;
  /** Whose death this point is about. */
  victims: readonly Victim[];
  outcome: Outcome;
}

const both: readonly Victim[] = ["provider", "engine"];
// What the provider has told the engine, its death does not take back: only that of the engine loses it.
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

/** The point at which a key is made that was made before, when nobody heard its value. */
const again = (...point: Point): Row => {
  const once = row(...point);
  return { ...once, row: `again-${once.row}`, isCutOff: true };
};

/** Killed while creates and updates are under way. The provider has 16 connections, so no table may hold more requests. */
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

/** Killed in replacements: while new keys are created, and while old ones of fixed names are deleted. */
export const replacements: readonly Row[] = [
  // The new key comes first where the name is made up …
  row("replace", "made-up", "POST", "before", "one key"),
  row("replace", "made-up", "POST", "landed", "an orphan"),
  row("replace", "made-up", "POST", "answered", "an orphan"),
  // … and the old one goes first where both have the same name.
  row("replace", "fixed", "DELETE", "before", "one key"),
  row("replace", "fixed", "DELETE", "landed", "one key"),
  row("replace", "fixed", "DELETE", "answered", "one key"),
  row("replace", "fixed", "POST", "before", "one key"),
  row("replace", "fixed", "POST", "landed", "an error"),
  row("replace", "fixed", "POST", "answered", "an error"),
];

/** Killed while deletes are under way, which the engine leaves to the end. */
export const deletes: readonly Row[] = [
  row("replace", "made-up", "DELETE", "before", "one key"),
  row("replace", "made-up", "DELETE", "landed", "one key"),
  row("replace", "made-up", "DELETE", "answered", "one key"),
  row("delete", "made-up", "DELETE", "before", "no key"),
  row("delete", "fixed", "DELETE", "landed", "no key"),
  row("delete", "made-up", "DELETE", "answered", "no key"),
  row("delete", "fixed", "GET", "before", "no key"),
];

/** Where keys are shown once: an answer that nobody has heard takes the value with it, and a read brings none back. */
export const shownOnce: readonly Row[] = [
  row("create", "made-up", "POST", "landed", "an orphan"),
  row("create", "made-up", "POST", "answered", "an orphan"),
  row("create", "fixed", "POST", "landed", "an error"),
  row("update", "made-up", "PATCH", "landed", "one key"),
  row("replace", "made-up", "POST", "landed", "an orphan"),
  row("replace", "fixed", "DELETE", "landed", "one key"),
  row("replace", "fixed", "POST", "landed", "an error"),
  // The provider looks for what it has made, deletes it and makes it again; it may die at each of these.
  again("create", "made-up", "GET", "landed", "an orphan"),
  again("create", "made-up", "DELETE", "before", "an orphan"),
  again("create", "fixed", "DELETE", "before", "an error"),
  again("create", "fixed", "DELETE", "landed", "one key"),
  again("create", "made-up", "POST", "landed", "an orphan"),
  again("replace", "fixed", "POST", "before", "one key"),
  again("replace", "fixed", "POST", "landed", "an error"),
];

/** A few of the above, for a face that goes the same ways by another host. */
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

/** What a key of this row is in the end. */
export const wantedOf = (step: Step) => ({
  user: step === "replace" ? "other" : "ci",
  displayName: step === "update" ? "after" : "before",
});

/** The program with these keys as they are before the step of each, or after it. */
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
for (const { name, args } of ${JSON.stringify(keys)}) ${makes};
`;
}
