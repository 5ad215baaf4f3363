import { ttlForGracePeriod } from "../../../../provider/resources/ownedAccessKey/replacedKeys";

const created = "2030-01-01T00:00:00Z";
const key = (spec: Record<string, unknown>, creationTimestamp: string | undefined = created) => ({
  metadata: { name: "old", uid: "u1", creationTimestamp },
  spec,
});
/** Seconds after the creation, by the clock of this machine. */
const at = (seconds: number) => new Date(Date.parse(created) + seconds * 1000);

test.each<[string, Record<string, unknown>, number, number | undefined]>([
  ["counts from the creation", {}, 100, 160],
  ["ends no later than before", { ttl: 120 }, 100, 120],
  ["is at least the grace period if this machine's clock is behind", {}, -60, 60],
  ["never becomes 0, which has no end", {}, -3600, 60],
  ["is none if the key has expired", { ttl: 60 }, 100, undefined],
])("the ttl of a replaced key %s", (_, spec, seconds, expected) => {
  expect(ttlForGracePeriod(key(spec), at(seconds), 60)).toBe(expected);
});

test("a key without a creation time gets no ttl, so that it is revoked", () => {
  const { metadata, spec } = key({});
  expect(
    ttlForGracePeriod({ metadata: { ...metadata, creationTimestamp: undefined }, spec }, at(0), 60),
  ).toBeUndefined();
});
