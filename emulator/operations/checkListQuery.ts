import { type FieldError, forbiddenField, unsupportedField } from "../fieldError";
import { invalid } from "../statusError";
import type { ListQuery } from "./listQuery";

interface Rule {
  isBroken: (query: ListQuery) => boolean;
  error: (query: ListQuery) => FieldError;
}

const forbiddenMatch = (why: string) => () => forbiddenField("resourceVersionMatch", `resourceVersionMatch ${why}`);
const unknownMatch = (known: string[]) => (query: ListQuery) =>
  unsupportedField("resourceVersionMatch", JSON.stringify(query.resourceVersionMatch), known);

const listMatches = ["Exact", "NotOlderThan", ""];
const watchMatches = ["NotOlderThan"];
const hasMatch = (query: ListQuery) => query.resourceVersionMatch !== "";

const withContinue: Rule = {
  isBroken: (query) => hasMatch(query) && query.continue !== "",
  error: forbiddenMatch("is forbidden when continue is provided"),
};

const listRules: readonly Rule[] = [
  {
    isBroken: (query) => hasMatch(query) && query.resourceVersion === "",
    error: forbiddenMatch("is forbidden unless resourceVersion is provided"),
  },
  withContinue,
  { isBroken: (query) => !listMatches.includes(query.resourceVersionMatch), error: unknownMatch(listMatches) },
  {
    isBroken: (query) => query.resourceVersionMatch === "Exact" && query.resourceVersion === "0",
    error: forbiddenMatch('"exact" is forbidden for resourceVersion "0"'),
  },
  {
    isBroken: (query) => query.sendInitialEvents !== undefined,
    error: () => forbiddenField("sendInitialEvents", "sendInitialEvents is forbidden for list"),
  },
];

const watchRules: readonly Rule[] = [
  {
    isBroken: (query) => query.sendInitialEvents !== undefined && query.resourceVersionMatch !== "NotOlderThan",
    error: () =>
      forbiddenField("resourceVersionMatch", "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"),
  },
  {
    isBroken: (query) => hasMatch(query) && query.sendInitialEvents === undefined,
    error: forbiddenMatch("is forbidden for watch unless sendInitialEvents is provided"),
  },
  {
    isBroken: (query) => hasMatch(query) && !watchMatches.includes(query.resourceVersionMatch),
    error: unknownMatch(watchMatches),
  },
  withContinue,
];

/** Refuses, with every cause, a combination of parameters that real servers refuse. */
export function checkListQuery(query: ListQuery): void {
  const rules = query.watch ? watchRules : listRules;
  const errors = rules.filter(({ isBroken }) => isBroken(query)).map(({ error }) => error(query));
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", kind: "ListOptions", name: "" }, errors);
}
