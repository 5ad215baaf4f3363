import { UsageError } from "../../../cli/command";
import { failOn } from "../../../cli/drift/failOn";

test("every kind but notes fails a run where nothing else is asked for", () => {
  expect([...failOn([])].sort()).toEqual([
    "changed",
    "deleted",
    "disabled",
    "due",
    "expired",
    "expiring",
    "orphan",
    "recreated",
    "rotated",
    "terminating",
    "unfinished",
    "unknown",
  ]);
});

test("kinds are separated by commas, and the option may be repeated", () => {
  expect([...failOn(["deleted, changed", "retired"])]).toEqual(["deleted", "changed", "retired"]);
});

test.each(["chnged", "", "changed,", "Changed", "constructor"])("%j names a kind that there is not", (given) => {
  const name = given === "changed," ? "" : given;
  expect(() => failOn([given])).toThrow(
    new UsageError(
      `--fail-on takes kinds of findings, and "${name}" is none: changed, deleted, recreated, terminating, rotated, ` +
        "disabled, expired, expiring, due, unfinished, orphan, retired, unknown",
    ),
  );
});
