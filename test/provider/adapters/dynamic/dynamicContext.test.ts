import { durationSeconds } from "../../../../provider/adapters/dynamic/dynamicContext";

test.each<[string | undefined, number | undefined]>([
  ["5m", 300],
  ["1h30m", 5400],
  ["1.5s", 1.5],
  ["-5m", -300],
  ["500us", 0.0005],
  ["500µs", 0.0005],
  ["1ns", 1e-9],
  ["", undefined],
  ["soon", undefined],
  [undefined, undefined],
])("the duration %p has %p seconds", (text, seconds) => {
  const read = durationSeconds(text);
  if (seconds === undefined) expect(read).toBeUndefined();
  else expect(read).toBeCloseTo(seconds, 12);
});
