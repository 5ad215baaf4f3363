import { rotationDue } from "../../../../provider/resources/ownedAccessKey/accessKeyRotation";
import {
  earlierEndWarning,
  expiredWarning,
  lifetimeRefusal,
} from "../../../../provider/resources/ownedAccessKey/accessKeyWarnings";
import { onServers } from "../../../support/adapterUnderTest";
import { statusWithKey } from "../../../support/http";
import { type Kept, secretOnWire, startDriver, type Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";

// Servers that show a key only once.
onServers(
  startDriver,
  (adapter) => {
    const change = async (kept: Kept, inputs: Wire) =>
      adapter.driver.update(type, kept, (await adapter.driver.check(type, inputs, kept.inputs)).inputs);

    test("a key of the program can be changed, and only the new one authenticates", async () => {
      const kept = await adapter.create(type, { name: "given", key: "first-key-0123456789" });
      const updated = await change(kept, { name: "given", key: "second-key-0123456789" });
      expect(updated.state.key).toEqual(secretOnWire("second-key-0123456789"));
      expect(await statusWithKey(adapter.platform, "second-key-0123456789")).toBe(200);
      expect(await statusWithKey(adapter.platform, "first-key-0123456789")).toBe(401);
    });
  },
  [
    { hideKeys: true, omitEmpty: false },
    { hideKeys: true, omitEmpty: true },
  ],
);

const created = "2030-01-01T00:00:00Z";
const at = (seconds: number) => new Date(Date.parse(created) + seconds * 1000);
const expiring = (seconds: number) => ({ creationTimestamp: created, expiresAt: at(seconds).toISOString() });

const hour = 3600;
const inputs = { ttl: hour, rotateBeforeExpiry: 600 };

test.each<[string, object, object, object, number, boolean]>([
  ["long before it expires", inputs, inputs, expiring(hour), hour - 601, false],
  ["when the margin begins", inputs, inputs, expiring(hour), hour - 600, true],
  ["after it expired", inputs, inputs, expiring(hour), hour + 1, true],
  ["that the program disables", inputs, { ...inputs, disabled: true }, expiring(hour), hour, false],
  ["without rotation", inputs, { ttl: hour }, expiring(hour), hour, false],
  ["whose new ttl is shorter than its age", inputs, { ...inputs, ttl: 700 }, expiring(hour), 1000, true],
  ["whose ttl is extended in time", inputs, { ...inputs, ttl: 2 * hour }, expiring(hour), hour - 10, false],
  // The platform gave it less than the program asked for.
  ["that lives shorter than the margin", inputs, inputs, expiring(300), 10, false],
  ["that lives shorter than the margin, after it expired", inputs, inputs, expiring(300), 300, true],
  ["that is not old enough", {}, { rotateEvery: hour }, { creationTimestamp: created }, hour - 1, false],
  ["that is old enough", {}, { rotateEvery: hour }, { creationTimestamp: created }, hour, true],
  ["that is old, and that the program disables", {}, { rotateEvery: 1, disabled: true }, expiring(hour), hour, false],
  ["whose creation is unknown", {}, { rotateEvery: 1 }, {}, hour, false],
])("a replacement is due for a key %s", (_, before, after, state, now, isDue) => {
  const due = rotationDue({ inputs: { ...before }, state: { ...state } }, { ...after }, at(now));
  expect(due !== undefined).toBe(isDue);
});

const old = { ttl: 10 * hour };

type Verdict = "nothing" | "warning" | "refusal";
test.each<[string, before: object, after: object, now: number, Verdict]>([
  ["that has passed", old, { ttl: hour }, 2 * hour, "refusal"],
  ["of a key without an end that has passed", {}, { ttl: hour }, 2 * hour, "refusal"],
  ["in a minute", old, { ttl: 2 * hour }, 2 * hour - 60, "warning"],
  ["in more than an hour", old, { ttl: 4 * hour }, 2 * hour, "nothing"],
  ["that is no other one", old, old, 9.5 * hour, "nothing"],
  ["of a key that has expired already", old, { ttl: hour }, 11 * hour, "nothing"],
  ["that comes later", old, { ttl: 10.5 * hour }, 9.75 * hour, "nothing"],
  ["of a key that the program disables", old, { ttl: hour, disabled: true }, 2 * hour, "nothing"],
  // The last activity may be later than state knows.
  ["counted from the last activity", old, { ttl: hour, ttlAfterLastActivity: true }, 2 * hour, "warning"],
])("an end %s", (_, before, after, now, verdict) => {
  const { ttl } = before as { ttl?: number };
  const state = { creationTimestamp: created, ...(ttl && expiring(ttl)) };
  const recorded = { inputs: { ...before }, state };
  const refusal = lifetimeRefusal(recorded, { ...after }, at(now));
  const warning = earlierEndWarning(recorded, { ...after }, at(now));
  expect(refusal ? "refusal" : warning ? "warning" : "nothing").toBe(verdict);
});

const lasting = { ttl: hour, ttlAfterLastActivity: true };
const known = expiring(hour);
test.each<[string, state: object, before: object, after: object, now: number, isWarned: boolean]>([
  ["that has expired", known, { ttl: hour }, { ttl: hour }, hour, true],
  ["that has not expired", known, { ttl: hour }, { ttl: hour }, hour - 1, false],
  ["without an end", { creationTimestamp: created }, {}, {}, hour, false],
  ["that has expired and gets a longer ttl", known, { ttl: hour }, { ttl: 2 * hour }, hour, false],
  ["that has expired and gets a shorter ttl", known, { ttl: hour }, { ttl: 600 }, hour, true],
  ["that the program disables", known, { ttl: hour }, { ttl: hour, disabled: true }, hour, false],
  ["that somebody disabled", { ...known, disabled: true }, { ttl: hour }, { ttl: hour }, hour, false],
  ["that may have been used since", { ...known, active: true }, lasting, lasting, hour, false],
  ["that a read found expired", { ...known, active: false }, lasting, lasting, hour, true],
])("a preview warns of a key %s", (_, state, before, after, now, isWarned) => {
  const recorded = { inputs: { ...before }, state: { ...state } };
  const warning = expiredWarning(recorded, { ...after }, at(now));
  const words =
    "The key expired at 2030-01-01T01:00:00.000Z, so requests with it get 401. Change rotationTriggers to replace it by a new key";
  expect(warning).toEqual(isWarned ? expect.stringContaining(words) : undefined);
});

onServers(
  startDriver,
  (adapter) => {
    test("an update that would end a key in the past sends nothing and names the way to replace it", async () => {
      const kept = await adapter.create(type, { name: "old", user: "ci", ttl: 10 * hour });
      const state = { ...kept.state, creationTimestamp: "2020-01-01T00:00:00Z" };
      adapter.platform.requests.length = 0;
      const update = adapter.driver.update(type, { ...kept, state }, { ...kept.inputs, ttl: hour });
      await expect(update).rejects.toThrow(/"ttl" would end the key at 2020-01-01T01:00:00Z, .* `rotationTriggers`/);
      expect(adapter.platform.requests).toEqual([]);
      const preview = adapter.driver.update(type, { ...kept, state }, { ...kept.inputs, ttl: hour }, { preview: true });
      await expect(preview).rejects.toThrow(/would end the key/);
    });
  },
  [{}],
);
