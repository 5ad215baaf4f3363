import type { Check } from "../check";
import { ok, skipped, warning } from "../line";

const mostSeconds = 60;

/** The platform's clock beside this machine's. */
export const clock: Check = {
  name: "clock",
  looksAt: "the difference of the two clocks, by which the expiry of keys is reckoned",
  needs: ["connection", "certificate"],
  run: ({ answer }) => {
    if (!answer || Number.isNaN(answer.date)) return { lines: [skipped("no answer tells the platform's time")] };
    const seconds = Math.round((answer.date - answer.received) / 1000);
    const told = `the platform's clock is ${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} this machine's`;
    // The header has whole seconds, and the answer took a while.
    if (Math.abs(seconds) <= 2) return { lines: [ok("the same on the platform and here")] };
    if (Math.abs(seconds) <= mostSeconds) return { lines: [ok(told)] };
    return { lines: [warning(told, "Set both clocks by a time server: the expiry of keys is reckoned by them.")] };
  },
};
