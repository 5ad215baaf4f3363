import type { Adapter } from "./adapter";
import type { Moment, Stop } from "./gate";
import type { Victim } from "./killedUp";

/** The result of the next `pulumi up` for a key whose request was interrupted. */
export type Outcome =
  /** One key, which is in the state. */
  | "one key"
  /** One key in the state, and an orphan that `pulumi-vcluster-platform orphans` finds. */
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

/** What the next `pulumi up` leaves, by the moment of the kill. */
type Outcomes = Partial<Record<Moment, Outcome>>;
type Point = readonly [step: Step, name: "fixed" | "made-up", method: string, outcomes: Outcomes];

const rows = (...[step, name, method, outcomes]: Point): Row[] =>
  Object.entries(outcomes).map(([at, outcome]) => {
    const moment = at as Moment;
    return {
      row: `${step}-${name === "fixed" ? "fixed" : "made"}-${method.toLowerCase()}-${moment}`,
      step,
      isFixed: name === "fixed",
      method,
      moment,
      isCutOff: false,
      victims: moment === "answered" ? engineOnly : both,
      outcome,
    };
  });

/** Creates that are repeated after their first response was lost. */
const again = (...point: Point): Row[] =>
  rows(...point).map((once) => ({ ...once, row: `again-${once.row}`, isCutOff: true }));

const always = (outcome: Outcome): Outcomes => ({ before: outcome, landed: outcome, answered: outcome });
const landed = (outcome: Outcome): Outcomes => ({ landed: outcome });
/** A create under a fixed name, and under a made-up one. */
const taken: Outcomes = { before: "one key", landed: "an error", answered: "an error" };
const lost: Outcomes = { before: "one key", landed: "an orphan", answered: "an orphan" };

/** Kills during creates and updates. A table may hold 16 requests, the provider's connections. */
export const writes: readonly Row[] = [
  ...rows("create", "fixed", "POST", taken),
  ...rows("create", "made-up", "POST", lost),
  ...rows("update", "made-up", "GET", { before: "one key", landed: "one key" }),
  ...rows("update", "made-up", "PATCH", { before: "one key", landed: "one key" }),
  ...rows("update", "fixed", "PATCH", { answered: "one key" }),
];

/** Kills during replacements: creates of new keys, and deletes of old keys with fixed names. */
export const replacements: readonly Row[] = [
  // A made-up name: create before delete.
  ...rows("replace", "made-up", "POST", lost),
  // A fixed name: delete before create.
  ...rows("replace", "fixed", "DELETE", always("one key")),
  ...rows("replace", "fixed", "POST", taken),
];

/** Kills during deletes, which the engine does last. */
export const deletes: readonly Row[] = [
  ...rows("replace", "made-up", "DELETE", always("one key")),
  ...rows("delete", "made-up", "DELETE", { before: "no key", answered: "no key" }),
  ...rows("delete", "fixed", "DELETE", landed("no key")),
  ...rows("delete", "fixed", "GET", { before: "no key" }),
];

/** One kill of each kind of step. */
export const sample: readonly Row[] = [
  ...rows("create", "fixed", "POST", landed("an error")),
  ...rows("create", "made-up", "POST", landed("an orphan")),
  ...rows("update", "made-up", "PATCH", landed("one key")),
];

const replaced: readonly Row[] = [
  ...rows("replace", "made-up", "POST", landed("an orphan")),
  ...rows("replace", "fixed", "DELETE", landed("one key")),
];

/** Kills on a server that shows keys once, so a lost response loses the value. */
export const shownOnce: readonly Row[] = [
  ...sample,
  ...rows("create", "made-up", "POST", { answered: "an orphan" }),
  ...replaced,
  ...rows("replace", "fixed", "POST", landed("an error")),
  // The provider finds its key, deletes it and creates it again, and may be killed at each request.
  ...again("create", "made-up", "GET", landed("an orphan")),
  ...again("create", "made-up", "DELETE", { before: "an orphan" }),
  ...again("create", "fixed", "DELETE", { before: "an error", landed: "one key" }),
  ...again("create", "made-up", "POST", landed("an orphan")),
  ...again("replace", "fixed", "POST", { before: "one key", landed: "an error" }),
];

/** A few of the above for dynamic resources, which share the engine. */
export const fewWrites: readonly Row[] = [
  ...sample,
  ...rows("create", "made-up", "POST", { answered: "an orphan" }),
  ...rows("update", "fixed", "GET", { before: "one key" }),
  ...replaced,
];

/** The same, while deletes are under way. */
export const fewDeletes: readonly Row[] = [
  ...rows("replace", "made-up", "DELETE", landed("one key")),
  ...rows("delete", "made-up", "DELETE", { before: "no key" }),
  ...rows("delete", "fixed", "DELETE", { answered: "no key" }),
];

/** The final inputs of a key. */
export const wantedOf = (step: Step) => ({
  user: step === "replace" ? "other" : "ci",
  displayName: step === "update" ? "after" : "before",
});

/** The program before or after the steps of these rows. */
export function programOf({ imports, makes }: Adapter, rows: readonly Row[], isAfter: boolean): string {
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
