import type { Problem } from "../../objects/operation.js";
import { formatPath, getOwn, isEmpty, isRecord, type Properties, semanticEqual } from "../../objects/values.js";

/** The members by which an entry of each list of a scope selects something. */
const names: Readonly<Record<string, readonly string[]>> = {
  projects: ["project"],
  spaces: ["project", "space"],
  virtualClusters: ["project", "virtualCluster"],
  clusters: ["cluster"],
  roles: ["role"],
};

/** Errors for new entries of a scope without a name, such as those of outputs without a value. */
export function scopeProblems({ scope }: Properties, { scope: previous }: Properties): Problem[] {
  return Object.entries(names).flatMap(([list, members]) => {
    const before = entriesOf(previous, list);
    return entriesOf(scope, list).flatMap((entry, at) => {
      // An import takes entries as the platform has them.
      if (!isRecord(entry) || before.some((each) => semanticEqual(each, entry))) return [];
      const missing = members.filter((member) => isEmpty(getOwn(entry, member)));
      return missing.map((member) => ({
        property: formatPath(["scope", list, at, member]),
        reason: "is required: without it the entry names nothing. Set it, or find out why its output has no value.",
      }));
    });
  });
}

function entriesOf(scope: unknown, list: string): readonly unknown[] {
  const entries = isRecord(scope) ? getOwn(scope, list) : undefined;
  return Array.isArray(entries) ? entries : [];
}
