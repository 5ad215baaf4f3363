import { expiryFindings } from "../../../../cli/drift/looking/expiryFindings";

const now = new Date("2026-01-10T00:00:00Z");
const day = 86_400;

test.each<[string, object, number, boolean, string[]]>([
  ["a key that never expires", {}, 30 * day, false, []],
  ["a key that expires later than asked for", { expiresAt: "2026-01-13T00:00:01Z" }, 3 * day, false, []],
  ["a key that expires in the time asked for", { expiresAt: "2026-01-13T00:00:00Z" }, 3 * day, false, ["expiring"]],
  ["a key whose rotation is due, whatever was asked for", { expiresAt: "2026-03-01T00:00:00Z" }, 0, true, ["due"]],
  ["a key that is over this very moment", { expiresAt: "2026-01-10T00:00:00Z" }, 0, false, ["expired"]],
  ["a key that is over and due", { expiresAt: "2026-01-01T00:00:00Z" }, 0, true, ["expired", "due"]],
  [
    "a key that expires in the time asked for and is due",
    { expiresAt: "2026-01-11T00:00:00Z" },
    3 * day,
    true,
    ["expiring", "due"],
  ],
  ["a key without access", { expiresAt: "2026-01-01T00:00:00Z", disabled: true }, 3 * day, false, []],
  ["a time that is none", { expiresAt: "soon" }, 3 * day, true, []],
])("%s", (_, outputs, expiringWithinSeconds, isDue, kinds) => {
  const found = expiryFindings({ ...outputs }, { now, expiringWithinSeconds, isDue });
  expect(found.map(({ kind }) => kind)).toEqual(kinds);
});
