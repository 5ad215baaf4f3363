import { check } from "../../../provider/engine";
import type { Properties } from "../../../provider/objects/values";
import { resources } from "../../../provider/resources";

const owner = (uid: string) => ({ apiVersion: "v1", kind: "Any", name: uid, uid, controller: true });

function problemsOf(inputs: Properties): string[] {
  const resource = resources.find(({ type }) => type === "OwnedAccessKey");
  if (!resource) throw new Error("There is no OwnedAccessKey.");
  const naming = { resourceName: "res", suffix: "abc1234" };
  return check(resource, { inputs: { name: "key", ...inputs }, naming }).problems.map(
    (each) => `${each.property} ${each.reason}`,
  );
}

test.each<[string, Properties, string]>([
  [
    "at most one owner is the controller",
    { ownerReferences: [owner("1"), owner("2")] },
    "ownerReferences must not have more than one controller",
  ],
  [
    "resource names need resources beside them",
    { rules: [{ resourceNames: ["a"] }] },
    "rules[0].resourceNames needs `resources`",
  ],
  [
    "a wildcard in a URL path is its full last step",
    { rules: [{ nonResourceURLs: ["/a*"] }] },
    "rules[0].nonResourceURLs[0] must have a wildcard only",
  ],
  [
    "a time is written as RFC 3339 has it",
    { identityRefresh: "yesterday" },
    "identityRefresh must be a time in RFC 3339",
  ],
])("%s", (_, inputs, problem) => {
  expect(problemsOf(inputs)).toEqual([expect.stringContaining(problem)]);
});

test.each<[string, Properties]>([
  ["one controller among owners", { ownerReferences: [owner("1"), { ...owner("2"), controller: false }] }],
  ["resource names with resources", { rules: [{ resourceNames: ["a"], resources: [{ group: "" }] }] }],
  ["paths with a full wildcard step", { rules: [{ nonResourceURLs: ["/healthz", "/apis/*", "*"] }] }],
  ["a time with an offset", { identityRefresh: "2030-01-31T12:00:00+02:00" }],
  ["an annotation key with an upper-case prefix", { annotations: { "Example.com/note": "x" } }],
])("%s is accepted", (_, inputs) => {
  expect(problemsOf(inputs)).toEqual([]);
});
