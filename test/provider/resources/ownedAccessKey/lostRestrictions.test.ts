import * as fc from "fast-check";
import { lostRestrictions } from "../../../../provider/resources/ownedAccessKey/lostRestrictions";

type Spec = Record<string, unknown>;
const lostIn = (sent: Spec, stored: Spec) =>
  lostRestrictions({ metadata: {}, spec: sent }, { metadata: {}, spec: stored }).map(([, key]) => key);

const rule = { verbs: ["get"], resources: [{ group: "", resources: ["pods"] }] };
const scope = { projects: [{ project: "web" }], spaces: [{ project: "web", space: "dev" }] };

test.each<[what: string, sent: Spec, stored: Spec, lost: string[]]>([
  ["the same", { user: "ci", scope, rules: [rule], ttl: 60 }, { user: "ci", scope, rules: [rule], ttl: 60 }, []],
  ["a dropped rule list", { rules: [rule] }, {}, ["rules"]],
  ["an empty rule list", { rules: [rule] }, { rules: [] }, ["rules"]],
  ["a rule without its verbs", { rules: [rule] }, { rules: [{ resources: rule.resources }] }, ["rules"]],
  ["one rule of two", { rules: [rule, { verbs: ["list"] }] }, { rules: [rule] }, []],
  ["another rule", { rules: [rule] }, { rules: [rule, { verbs: ["list"] }] }, ["rules"]],
  ["a dropped scope", { scope }, {}, ["scope"]],
  ["an empty scope", { scope }, { scope: {} }, ["scope"]],
  ["a smaller scope", { scope }, { scope: { projects: scope.projects } }, []],
  ["a space without its name", { scope }, { scope: { ...scope, spaces: [{ project: "web" }] } }, ["scope"]],
  ["another project", { scope }, { scope: { projects: [{ project: "*" }] } }, ["scope"]],
  ["a flag that was not sent", { scope }, { scope: { ...scope, allowLoftCli: true } }, ["scope"]],
  ["a dropped flag", { scope: { ...scope, allowLoftCli: true } }, { scope }, []],
  [
    "a dropped flag and no project",
    { scope: { allowLoftCli: true, rules: [rule] } },
    { scope: { rules: [rule] } },
    ["scope"],
  ],
  ["dropped roles", { scope: { ...scope, roles: [{ role: "vcluster" }] } }, { scope }, ["scope"]],
  [
    "roles instead of projects",
    { scope: { ...scope, roles: [{ role: "a" }] } },
    { scope: { roles: [{ role: "a" }] } },
    ["scope"],
  ],
  ["another role", { scope }, { scope: { ...scope, roles: [{ role: "agent" }] } }, ["scope"]],
  [
    "the role of the flag",
    { scope: { allowLoftCli: true } },
    { scope: { allowLoftCli: true, roles: [{ role: "loft-cli" }] } },
    [],
  ],
  ["a dropped restriction by a flag", { scope: { ...scope, readOnly: true } }, { scope }, ["scope"]],
  ["no rules for a rule that allows all", { rules: [{}] }, {}, []],
  ["a namespace for none", { rules: [{ namespaces: [""] }] }, { rules: [{ namespaces: ["kube-system"] }] }, ["rules"]],
  [
    "all groups for the core group",
    { rules: [{ resources: [{ group: "", resources: ["pods"] }] }] },
    { rules: [{ resources: [{ group: "*", resources: ["pods"] }] }] },
    ["rules"],
  ],
  ["another user", { user: "ci" }, { user: "admin" }, ["user"]],
  ["no subject", { subject: "ci" }, {}, ["subject"]],
  ["a user for none", {}, { user: "ci" }, []],
  ["no lifetime", { ttl: 60 }, {}, ["ttl"]],
  ["a longer lifetime", { ttl: 60 }, { ttl: 61 }, ["ttl"]],
  ["a shorter lifetime", { ttl: 60 }, { ttl: 59 }, []],
  ["a lifetime from the last activity", { ttl: 60 }, { ttl: 60, ttlAfterLastActivity: true }, ["ttlAfterLastActivity"]],
  ["an enabled key", { disabled: true }, { disabled: false }, ["disabled"]],
  ["another group", { groups: ["a"] }, { groups: ["a", "admins"] }, ["groups"]],
  ["fewer groups", { groups: ["a"] }, {}, []],
  ["no description", { description: "d" }, {}, []],
])("a platform that stores %s", (_what, sent, stored, lost) => {
  expect(lostIn(sent, stored)).toEqual(lost);
});

const word = fc.constantFrom("a", "b");
const some = <T>(entry: fc.Arbitrary<T>) =>
  fc.option(fc.array(entry, { minLength: 1, maxLength: 2 }), { nil: undefined });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const anyRule = fc.record({ verbs: some(word), namespaces: some(word) });
const anyKey = fc.record({
  description: maybe(word),
  user: maybe(word),
  groups: some(word),
  disabled: maybe(fc.boolean()),
  ttl: maybe(fc.constantFrom(0, 1, 2)),
  ttlAfterLastActivity: maybe(fc.boolean()),
  rules: some(anyRule),
  scope: maybe(
    fc.record({
      allowLoftCli: maybe(fc.boolean()),
      projects: some(fc.record({ project: maybe(word) })),
      spaces: some(fc.record({ project: maybe(word), space: maybe(word) })),
      rules: some(anyRule),
    }),
  ),
});

/** What a server stores that does not know the fields for which `drops` says so. */
function stored(value: unknown, drops: () => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => stored(item, drops));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== undefined && !drops());
  return Object.fromEntries(kept.map(([key, member]) => [key, stored(member, drops)]));
}

/** A request as a key may be used: when, as whom, and for what. */
const requests = fc.record({
  user: word,
  group: word,
  seconds: fc.constantFrom(0, 1, 2),
  idle: fc.constantFrom(0, 1, 2),
  isCli: fc.boolean(),
  project: word,
  space: maybe(word),
  verb: word,
  namespace: word,
});
type Request = typeof requests extends fc.Arbitrary<infer T> ? T : never;
// biome-ignore lint/suspicious/noExplicitAny: the model reads what any server may store.
type Any = any;

const isEmpty = (list: Any) => !list || list.length === 0;
const matches = (list: Any, value: unknown) => isEmpty(list) || list.includes(value);
const meets = (rules: Any, { verb, namespace }: Request) =>
  isEmpty(rules) || rules.some((each: Any) => matches(each.verbs, verb) && matches(each.namespaces, namespace));

/** Whether a key of this spec allows a request. */
function allows(spec: Any, request: Request): boolean {
  const { ttl, ttlAfterLastActivity, scope = {} } = spec;
  if (spec.disabled || (spec.user && spec.user !== request.user)) return false;
  if (request.group === "b" && !spec.groups?.includes("b")) return false;
  if (ttl && (ttlAfterLastActivity ? Math.min(request.idle, request.seconds) : request.seconds) > ttl) return false;
  if (!meets(spec.rules, request) || !meets(scope.rules, request)) return false;
  if (isEmpty(scope.projects) && isEmpty(scope.spaces) && !scope.allowLoftCli) return true;
  if (request.isCli) return Boolean(scope.allowLoftCli);
  const isIn = ({ project }: Any) => project === request.project;
  // A space without a name is all spaces of its project.
  const isSpace = (each: Any) => isIn(each) && (!each.space || each.space === request.space);
  return Boolean(scope.projects?.some(isIn) || scope.spaces?.some(isSpace));
}

test("a key that allows more than it was sent with has lost a restriction", () => {
  let lost = 0;
  fc.assert(
    fc.property(anyKey, fc.infiniteStream(fc.boolean()), fc.array(requests, { minLength: 20 }), (key, drops, all) => {
      const sent = stored(key, () => false) as Spec;
      const kept = stored(key, () => drops.next().value) as Spec;
      const isMore = all.some((request) => allows(kept, request) && !allows(sent, request));
      if (isMore) lost++;
      expect(isMore && lostIn(sent, kept).length === 0).toBe(false);
      expect(lostIn(sent, sent)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
  expect(lost).toBeGreaterThan(200);
});
