import { rotationDue } from "../../../provider/resources/accessKeyRotation";

const created = "2030-01-01T00:00:00Z";
const at = (seconds: number) => new Date(Date.parse(created) + seconds * 1000);
const expiring = (seconds: number) => ({ creationTimestamp: created, expiresAt: at(seconds).toISOString() });

const hour = 3600;
const inputs = { ttl: hour, rotateBeforeExpiry: 600 };

test.each<[string, object, object, object, number, boolean]>([
  ["long before it expires", inputs, inputs, expiring(hour), hour - 601, false],
  ["when the margin begins", inputs, inputs, expiring(hour), hour - 600, true],
  ["after it expired", inputs, inputs, expiring(hour), hour + 1, true],
  ["of a program that disables it", inputs, { ...inputs, disabled: true }, expiring(hour), hour, false],
  ["of a program that asks for none", inputs, { ttl: hour }, expiring(hour), hour, false],
  ["whose ttl gets shorter than its age", inputs, { ...inputs, ttl: 700 }, expiring(hour), 1000, true],
  ["whose ttl gets longer in time", inputs, { ...inputs, ttl: 2 * hour }, expiring(hour), hour - 10, false],
  // The platform gave it less than the program asked for.
  ["that never lived longer than the margin", inputs, inputs, expiring(300), 10, false],
  ["that never lived longer than the margin, and expired", inputs, inputs, expiring(300), 300, true],
])("a replacement of a key %s", (_, before, after, state, now, isDue) => {
  const due = rotationDue({ inputs: { ...before }, state: { ...state } }, { ...after }, at(now));
  expect(due !== undefined).toBe(isDue);
});
