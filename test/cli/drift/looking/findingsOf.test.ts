import { type Found, findingsOf, subjectOf } from "../../../../cli/drift/looking/newFinding";
import { shortly } from "../../../../cli/drift/looking/shortly";
import { Concealer } from "../../../../provider/api/concealer";

const secret = "s3cr3t-of-somebody-else";
const concealer = new Concealer([secret, "another-secret-0123", "x"]);
const place = { project: "web", stack: "dev" };
const one = subjectOf("urn:pulumi:dev::web::platform:index:SpaceTemplate::one", "one");

const findingOf = (found: Partial<Found>) => {
  const [finding] = findingsOf(
    place,
    [{ subject: one, found: { kind: "changed", message: "m", ...found } }],
    concealer,
  );
  return finding;
};

test.each<[string, unknown, unknown]>([
  ["a text", secret, "[secret]"],
  ["a part of a text", `the key is ${secret}!`, "the key is [secret]!"],
  ["base64 of it", Buffer.from(`Bearer ${secret}`).toString("base64"), "[secret]"],
  ["hex of it", Buffer.from(secret).toString("hex"), "[secret]"],
  ["an entry of a list", ["a", { b: [secret] }], ["a", { b: ["[secret]"] }]],
  ["a key of a map", { [secret]: 1 }, { "[secret]": 1 }],
  ["nothing else", { a: [1, true, null, "text"] }, { a: [1, true, null, "text"] }],
])("a secret that somebody copied into a plain field is masked: %s", (_, live, shown) => {
  expect(findingOf({ live, expected: live })).toMatchObject({ live: shown, expected: shown });
});

test("a sentence that is cut shows no part of a secret", () => {
  const live = `${"a".repeat(70)}${secret}`;
  const finding = findingOf({ live, message: (values) => `It is ${shortly(values.live)}.` });
  expect(finding?.message).toMatch(/^It is "a{70}/);
  expect(finding?.message).not.toContain("s3c");
});

test("secrets in the words of servers and of managers are masked", () => {
  const by = { manager: `by-${secret}`, time: null };
  const finding = findingOf({ message: `400: {"key": "${secret}"}`, by, path: `/labels/${secret}` });
  expect(JSON.stringify(finding)).not.toContain(secret);
});

test("a fingerprint is of the place, and of nothing that changes from run to run", () => {
  const fingerprintOf = (found: Partial<Found>) => findingOf({ path: "/displayName", ...found })?.fingerprint;
  expect(fingerprintOf({ live: "a", message: "one" })).toBe(fingerprintOf({ live: "b", message: "two" }));
  const all = [
    {},
    { kind: "rotated" as const },
    { path: "/description" },
    { distinction: "uid-1" },
    { distinction: "uid-2" },
  ];
  expect(new Set(all.map(fingerprintOf)).size).toBe(all.length);
});
