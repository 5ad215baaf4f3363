import type { Problem } from "../objects/operation.js";
import { containsUnknown, isRecord, isZero, type Properties } from "../objects/values.js";

/** What is right as it stands, but seldom meant. */
export function keyAdvice({ ttl, scope, rules }: Properties): Problem[] {
  return [
    ...(isZero(ttl) ? [neverExpires(ttl)] : []),
    ...(isZero(scope) && isZero(rules) ? [reachesAll] : []),
    ...(isZero(rules) || containsUnknown(rules) ? [] : [asScope(rules)]),
  ];
}

const neverExpires = (ttl: unknown): Problem => ({
  property: "ttl",
  reason:
    `is ${ttl === undefined ? "not set" : ttl}: the key never expires. ` +
    "Set it, in seconds, and rotateBeforeExpiry to have pulumi up replace the key in time.",
});

const reachesAll: Problem = {
  property: "scope",
  reason:
    "is empty: the key reaches all that its principal does. Name the projects, spaces or virtual clusters that it needs.",
};

/** Members of a rule that say where it holds; scope knows nothing of the others. */
const placed = new Set(["virtualClusters"]);

/** The replacement of the deprecated field, written out. */
function asScope(rules: unknown): Problem {
  const all = Array.isArray(rules) ? rules.filter(isRecord) : [];
  const clusters = all.flatMap((rule) => (Array.isArray(rule.virtualClusters) ? rule.virtualClusters : []));
  const scope = clusters.length > 0 ? { virtualClusters: clusters.map(inScope) } : { projects: [{ project: "*" }] };
  const others = [...new Set(all.flatMap((rule) => Object.keys(rule).filter((key) => !placed.has(key))))];
  const rest =
    others.length > 0
      ? ` It knows nothing of ${others.join(", ")}: what these restrict has to be left to the principal's own rights.`
      : "";
  const reason = `as a scope would be: scope: ${JSON.stringify(scope)}.${rest}`;
  const secretReason = "as a scope would be is not shown, since it is secret.";
  return { property: "rules", reason, secretReason };
}

/** A virtual cluster of a rule, found by its namespace, as scope names it, by its project. */
function inScope(cluster: unknown): Properties {
  const { name, namespace } = isRecord(cluster) ? cluster : {};
  const project = typeof namespace === "string" && namespace !== "" ? `<project of namespace ${namespace}>` : "*";
  return { project, virtualCluster: typeof name === "string" && name !== "" ? name : "*" };
}
